const proxyVariables = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'].flatMap((name) => [
  name,
  name.toLowerCase(),
]);
const exceptionVariables = ['NO_PROXY', 'no_proxy'];

const loopback = ['localhost', '127.0.0.1', '::1'];

/**
 * The caller's proxies, with this machine as an exception: whether a program reads the upper or
 * the lower case names, and whatever exceptions there are already.
 */
export function proxies(env: NodeJS.ProcessEnv): Record<string, string> {
  const pick = (names: string[]) =>
    names.flatMap((name) => (env[name] ? [[name, env[name]] as const] : []));
  const found = pick(proxyVariables);
  if (found.length === 0) return {};
  const known = pick(exceptionVariables).flatMap(([, list]) => list.split(/[\s,]+/));
  const exceptions = [...new Set([...known, ...loopback])].filter(Boolean).join(',');
  return Object.fromEntries([
    ...found,
    ...exceptionVariables.map((name) => [name, exceptions] as const),
  ]);
}
