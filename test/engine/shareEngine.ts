import './environment.ts';
import '../shareProcess.ts';
import 'reflect-metadata';
import { createRequire } from 'node:module';
import type * as commonModule from '@n8n/backend-common';
import type * as diModule from '@n8n/di';
import type * as coreModule from 'n8n-core';
import nock from 'nock';
import { afterAll } from 'vitest';

const require = createRequire(import.meta.url);
const { Logger } = require('@n8n/backend-common') as typeof commonModule;
const { Container } = require('@n8n/di') as typeof diModule;
const { BinaryDataService, DataDeduplicationService } = require('n8n-core') as typeof coreModule;

// n8n's logger looks for its caller on the stack for each line, also where none is printed.
Object.assign(Logger.prototype, { log: () => undefined });

// What test files have given to n8n's engine, which stays loaded for the next one.
if (!nock.isActive()) nock.activate();
afterAll(() => {
  nock.abortPendingRequests();
  nock.cleanAll();
  nock.enableNetConnect();
  Object.assign(Container.get(BinaryDataService), { managers: {} });
  Object.assign(DataDeduplicationService, { instance: undefined });
});
