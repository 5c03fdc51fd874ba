import ts from 'typescript';
import { expect, it } from 'vitest';
import { howMany } from '../thorough.ts';

const { NodeNext } = ts.ModuleKind;
const names = ['index', 'tools', 'validators'].slice(0, howMany(1, 3));
const extensions = ['d.ts', 'd.cts'].slice(0, howMany(1, 2));

it('the declarations have no error, for those who check libraries too', () => {
  const files = names.flatMap((name) => extensions.map((one) => `openapi/dist/${name}.${one}`));
  const program = ts.createProgram(files, {
    ...{ module: NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext, types: ['node'] },
    ...{ target: ts.ScriptTarget.ES2022, strict: true, exactOptionalPropertyTypes: true },
    ...{ noEmit: true, skipLibCheck: false },
  });
  const isOurs = ({ fileName }: ts.SourceFile) => fileName.includes('openapi/dist/');
  const ours = program.getSourceFiles().filter(isOurs);
  const found = ours.flatMap((one) => program.getSemanticDiagnostics(one));
  expect(ours.length).toBeGreaterThanOrEqual(files.length);
  expect([...program.getOptionsDiagnostics(), ...found].map((one) => one.messageText)).toEqual([]);
});
