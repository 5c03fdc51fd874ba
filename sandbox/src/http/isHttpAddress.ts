/** Whether a text is a whole http or https address. */
export const isHttpAddress = (text: string): boolean =>
  /^https?:$/.test(URL.parse(text)?.protocol ?? '');
