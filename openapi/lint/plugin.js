import { readdirSync } from 'node:fs';

const folder = new URL('rules/', import.meta.url);

/** Each file of `rules/` is a rule: a function from the bundled document to its faults. */
export const rules = Object.fromEntries(
  await Promise.all(
    readdirSync(folder).map(async (file) => [
      file.replace(/\.js$/, ''),
      (await import(new URL(file, folder))).default,
    ]),
  ),
);

const visitor = (check) => () => ({
  Root(root, { report, location }) {
    for (const { message, pointer } of check(root))
      report({ message, location: location.child(pointer) });
  },
});

/** The Redocly plugin. Its rules read local references only, so lint the bundle with it. */
export default function serviceRulesPlugin() {
  return {
    id: 'service',
    rules: {
      oas3: Object.fromEntries(
        Object.entries(rules).map(([name, check]) => [name, visitor(check)]),
      ),
    },
  };
}
