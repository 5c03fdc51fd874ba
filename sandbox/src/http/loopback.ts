/** Whether a name always means this machine: localhost, a name below it, or a loopback address. */
export const isLoopbackName = (name: string): boolean =>
  /^(127(\.\d+){3}|\[::1\]|([\w-]+\.)*localhost)$/i.test(name);
