export { addressOf, buildApp } from './app.ts';
export { defaultKey, type SandboxOptions } from './options.ts';
export { type Renderer, type RenderOrder, RenderError } from './render/renderer.ts';
export { startSandbox, type Sandbox } from './start.ts';
