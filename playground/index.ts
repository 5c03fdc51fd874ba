// What tests, benchmarks and other starters use of the playground.
export { checkVideo, readVideo, type VideoFacts } from './demo/checkVideo.ts';
export { runDemo, type DemoResult } from './demo/runDemo.ts';
export { demoWorkflowId, readExamples, seed } from './demo/seed.ts';
export { installN8n } from './install/installN8n.ts';
export { installPackage } from './install/installPackage.ts';
export { pointDocumentation } from './install/pointDocumentation.ts';
export { packRoot } from './install/packRoot.ts';
export { registerPackage } from './install/registerPackage.ts';
export { freePort } from './ports.ts';
export { startDocs, type RunningDocs } from './processes/docs.ts';
export { startN8n, type N8nOptions, type RunningN8n } from './processes/n8n.ts';
export {
  attachN8n,
  connectTo,
  placeOfEnvironment,
  settingsOfEnvironment,
  type Place,
} from './processes/place.ts';
export { startSandbox, type RunningSandbox, type SandboxOptions } from './processes/sandbox.ts';
export { startProcess, type RunningProcess } from './processes/startProcess.ts';
export { createClient, type N8nClient } from './rest/client.ts';
export { importCredential } from './rest/credentials.ts';
export {
  downloadBinary,
  readExecution,
  runWorkflow,
  untilEnded,
  untilWaiting,
  type Execution,
} from './rest/executions.ts';
export { loginAsOwner } from './rest/owner.ts';
export { importWorkflow, publish, withCredential, type Workflow } from './rest/workflows.ts';
export { readSecrets } from './secrets.ts';
export { startBrowser } from './startBrowser.ts';
export { waitFor } from './waitFor.ts';
