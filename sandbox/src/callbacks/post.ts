/** What came of a POST to a receiver. */
export interface Delivery {
  /** Whether the receiver answered 2xx. */
  taken: boolean;
  httpStatus: number | undefined;
  outcome: string;
}

/** Posts a callback body once. Never throws: what goes wrong is the outcome. */
export async function post(
  url: string,
  body: object,
  timeoutSeconds: number,
  signal: AbortSignal,
): Promise<Delivery> {
  const deadline = AbortSignal.timeout(timeoutSeconds * 1000);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal: AbortSignal.any([signal, deadline]),
    });
    await response.body?.cancel();
    const { ok, status } = response;
    return { taken: ok, httpStatus: status, outcome: `${ok ? 'taken' : 'refused'}: ${status}` };
  } catch (error) {
    const { cause, message } = error as Error;
    const reason = deadline.aborted
      ? `no answer within ${timeoutSeconds} s`
      : cause instanceof Error
        ? cause.message || String((cause as NodeJS.ErrnoException).code)
        : message;
    return { taken: false, httpStatus: undefined, outcome: `not delivered: ${reason}` };
  }
}
