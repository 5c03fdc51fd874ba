import ts from 'typescript';
import { expect, it } from 'vitest';
import { howMany, isThorough } from '../thorough.ts';

const { CommonJS, NodeNext } = ts.ModuleKind;
const { Node10, NodeNext: nodeNext } = ts.ModuleResolutionKind;

/** What the compiler finds in a file and in all that it imports. */
function problemsOf(
  file: string,
  module: ts.ModuleKind,
  moduleResolution: ts.ModuleResolutionKind,
) {
  const program = ts.createProgram([file], {
    ...{ module, moduleResolution, target: ts.ScriptTarget.ES2022, types: ['node'] },
    ...{ noEmit: true, strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false },
  });
  const ours = program
    .getSourceFiles()
    .filter(({ fileName }) => fileName.includes('openapi/dist/'));
  const found = [
    program.getOptionsDiagnostics(),
    ...ours.map((one) => program.getSemanticDiagnostics(one)),
  ];
  return {
    files: ours.length,
    problems: found
      .flat()
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
  };
}

it.each(['index', 'tools', 'validators'].slice(0, howMany(1, 3)))(
  'the declarations of %s have no error, for those who check libraries too',
  (name) => {
    for (const extension of ['d.ts', 'd.cts'].slice(0, howMany(1, 2))) {
      const { files, problems } = problemsOf(
        `openapi/dist/${name}.${extension}`,
        NodeNext,
        nodeNext,
      );
      expect([files > 0, problems]).toEqual([true, []]);
    }
  },
);

it.runIf(isThorough)('the package is found by a project that resolves as Node 10 did', () => {
  const { files, problems } = problemsOf('test/openapi/client.node10.ts', CommonJS, Node10);
  expect([files > 2, problems]).toEqual([true, []]);
});
