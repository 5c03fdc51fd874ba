import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort, importCredential } from '../../../playground/index.ts';
import { editor, real, useEditor } from './useEditor.ts';

useEditor();

// Something that answers, but is not the service: a web page, and a server that fails.
let elsewhere: Server;
let elsewhereUrl: string;

beforeAll(async () => {
  elsewhere = createServer((request, response) => {
    const failing = request.url!.startsWith('/failing/');
    response.writeHead(failing ? 503 : 200, { 'content-type': 'text/html' }).end('<h1>Hello</h1>');
  });
  elsewhere.listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  elsewhereUrl = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
});
afterAll(() => elsewhere?.close());

describe('the credential’s test', () => {
  const test = async (name: string, data: { baseUrl: string; apiKey: string }) => {
    const { id } = await importCredential(real.client, { name, type: 'videoGenApi', data });
    await editor.page.goto(`/home/credentials/${id}`);
    return editor.byId('editCredential-modal');
  };
  const unencrypted = 'This address is not encrypted';
  const key = 'a-key-that-nobody-knows';

  it('accepts the sandbox and its key', async () => {
    const { url, apiKey } = real.sandbox;
    const modal = await test('Right', { baseUrl: url, apiKey });
    await modal.getByText('Connection tested successfully').waitFor();
    expect(await modal.getByText(unencrypted).count()).toBe(0);
    await editor.shoot('credential');
  });

  it('warns of a key that would travel unencrypted', async () => {
    const modal = await test('Open', { baseUrl: 'http://api.example.com', apiKey: key });
    await modal.getByText(unencrypted).waitFor();
  });

  it.each([
    {
      name: 'A wrong key',
      data: () => ({ baseUrl: real.sandbox.url, apiKey: key }),
      says: 'The service refused the API key (HTTP 401)',
    },
    {
      name: 'Nobody there',
      data: async () => ({ baseUrl: `http://127.0.0.1:${await freePort()}`, apiKey: key }),
      says: 'Check the Base URL and the network',
    },
    {
      name: 'A web page',
      data: () => ({ baseUrl: elsewhereUrl, apiKey: key }),
      says: 'This address answers with a web page, not like the video service (HTTP 200)',
    },
    {
      name: 'A failing service',
      data: () => ({ baseUrl: `${elsewhereUrl}/failing`, apiKey: key }),
      says: 'The service is busy or has problems right now (HTTP 503)',
    },
    {
      name: 'No address',
      data: () => ({ baseUrl: 'api.example.com', apiKey: key }),
      says: 'isn’t a web address',
    },
  ])('tells what is wrong: $name', async ({ name, data, says }) => {
    const modal = await test(name, await data());
    await modal.getByText('More details').click();
    await modal.getByText(says).waitFor();
    expect(await modal.innerText()).not.toContain(key);
    if (name === 'A wrong key') await editor.shoot('credential-refused');
  });
});
