import communityNodes from '@n8n/eslint-plugin-community-nodes';
import nodesBase from 'eslint-plugin-n8n-nodes-base';
import tseslint from 'typescript-eslint';

// Verification by n8n reads warnings as faults, so every rule is an error here.
const asErrors = (rules) =>
  Object.fromEntries(
    Object.keys(rules).map((rule) => [rule, rules[rule] === 'off' ? 'off' : 'error']),
  );

const nodeRules = asErrors(communityNodes.configs.recommended.rules);

/** The rooms of nodes/, from the ground up: a file imports from lower rooms, and from its own. */
const floors = [
  ['generated'],
  ['concurrency', 'errors', 'links', 'memory', 'n8n', 'pace', 'parameters', 'tasks', 'text'],
  ['service'],
  ['look'],
  ['call'],
  ['restart'],
  ['watch'],
  ['sleep'],
  ['callback', 'results'],
  ['CreateVideo', 'VideoFinishedTrigger', 'WaitForVideo'],
];

/** Forbids to import what a pattern of specifiers names. */
const without = (files, regex, message) => ({
  files: [files],
  rules: { 'no-restricted-imports': ['error', { patterns: [{ regex, message }] }] },
});

const downwardOnly = [
  ...floors.flatMap((rooms, floor) =>
    rooms.map((room) => {
      const isMenu = floor === floors.length - 1;
      const above = floors.slice(floor + 1).flat();
      const forbidden = isMenu ? rooms.filter((other) => other !== room) : above;
      return without(
        `nodes/${room}/**/*.ts`,
        `^(\\.\\./)+(${forbidden.join('|')})/`,
        'Rooms import downward only, and nodes never each other.',
      );
    }),
  ),
  // Within Create Video: the form, its rows, keys and limits, what was paid; the run stands above.
  ...[
    ['order', '^\\.\\./((pay|claim)/|[^/.]+$)|^(\\.\\./)+(VideoFinishedTrigger|WaitForVideo)/'],
    ['pay', '^\\.\\./[^/.]+$|^(\\.\\./)+(VideoFinishedTrigger|WaitForVideo)/'],
    ['claim', '^\\.\\./(pay/|[^/.]+$)|^(\\.\\./)+(VideoFinishedTrigger|WaitForVideo)/'],
    [
      'fields',
      '^\\.\\./((pay|claim|order)/|[^/.]+$)|^(\\.\\./)+(VideoFinishedTrigger|WaitForVideo)/',
    ],
  ].map(([part, regex]) =>
    without(
      `nodes/CreateVideo/${part}/**/*.ts`,
      regex,
      'The run imports its parts, not they the run.',
    ),
  ),
];

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/node_modules/**',
      'coverage/**',
      '**/vendor/**',
      'docs/.vitepress/{cache,public}/**',
    ],
  },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.{js,mjs,ts}'],
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'off',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
    },
  },
  { files: ['gulpfile.js', '**/*.cjs'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
  {
    files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
    plugins: { '@n8n/community-nodes': communityNodes, 'n8n-nodes-base': nodesBase },
    rules: { ...nodeRules, 'no-console': 'error' },
  },
  {
    files: ['nodes/**/*.ts'],
    rules: {
      ...asErrors(nodesBase.configs.nodes.rules),
      // These want the string 'main'; n8n's newer rules want its constant.
      'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
      'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
    },
  },
  ...downwardOnly,
  {
    // Node runs these as they are.
    files: ['lab/**/*.ts', 'playground/**/*.ts'],
    rules: { '@typescript-eslint/parameter-properties': 'error' },
  },
  {
    files: ['credentials/**/*.ts'],
    rules: {
      ...asErrors(nodesBase.configs.credentials.rules),
      // These two ask for a path below n8n's own documentation; a community package has its own page.
      'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
      'n8n-nodes-base/cred-class-field-documentation-url-not-http-url': 'off',
    },
  },
  {
    files: ['package.json'],
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: { extraFileExtensions: ['.json'] },
    },
    plugins: { '@n8n/community-nodes': communityNodes, 'n8n-nodes-base': nodesBase },
    rules: {
      ...nodeRules,
      ...asErrors(nodesBase.configs.community.rules),
      '@typescript-eslint/no-unused-expressions': 'off',
    },
  },
);
