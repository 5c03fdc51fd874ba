/** `npm run orders -- deliveries`, `statement` or `cost`, and the options of that. */
const names = ['deliveries', 'statement', 'cost'];

const [name] = process.argv.splice(2, 1);
if (name === undefined || !names.includes(name)) {
  console.error(`Say which: ${names.join(', ')}`);
  process.exit(2);
}
await import(`./${name}.ts`);
