import { isIP } from 'node:net';

/** Whether a name always means this machine: localhost, a name below it, or a loopback address. */
export const isLoopbackName = (name: string): boolean =>
  /^(127(\.\d+){3}|\[::1\]|([\w-]+\.)*localhost)$/i.test(name);

const form = /^([\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/**
 * Whether a request's Host is a name of this machine. A web page whose own name was made to lead
 * here (DNS rebinding) has that name in it; an IP address needs none, so it is always right.
 *
 * @param names - what else the machine is called
 */
export function isOwnHost(host: string | undefined, names: string[] = []): boolean {
  const name = form.exec(host ?? '')?.[1]?.toLowerCase();
  if (name === undefined) return false;
  return isIP(name.replace(/^\[|\]$/g, '')) > 0 || isLoopbackName(name) || names.includes(name);
}
