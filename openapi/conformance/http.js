import { createServer } from 'node:http';

/** Listens on a port of its own choice for the time of `use`; `answer` gets each request with its body. */
export async function withServer(answer, use) {
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    const { status = 200, body = {} } = await answer({ ...request, text, url: request.url });
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await use(`http://127.0.0.1:${server.address().port}`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

/** Listens with somebody else's handler for the time of `use`: an application, or a middleware. */
export async function withMiddleware(handle, use) {
  const server = createServer((request, response) =>
    handle(request, response, (error) => response.writeHead(error?.status ?? 404).end('{}')),
  );
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await use(`http://127.0.0.1:${server.address().port}`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

/** A JSON request with the given key, or with none. */
export async function send(url, { key, body, method = body ? 'POST' : 'GET' } = {}) {
  const headers = { 'content-type': 'application/json' };
  if (key) headers.authorization = `Bearer ${key}`;
  const response = await fetch(url, { method, headers, body: body && JSON.stringify(body) });
  const text = await response.text();
  return { status: response.status, body: text && JSON.parse(text), headers: response.headers };
}

/** A listener for one callback: `arrived` settles with its body. */
export async function withReceiver(use) {
  const { promise: arrived, resolve } = Promise.withResolvers();
  const answer = ({ text }) => {
    resolve(JSON.parse(text));
    return { status: 200 };
  };
  return withServer(answer, (url) => use(url, arrived));
}

/** Fails a wait that would never end, with words that say for what. */
export function within(seconds, what, promise) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No ${what} within ${seconds} s`)), seconds * 1000);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
