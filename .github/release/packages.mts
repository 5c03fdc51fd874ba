/** The folder of each package that is published, in the order in which a release publishes them. */
export const folders: Record<string, string> = {
  'video-generation-openapi': 'openapi',
  'video-generation-sandbox': 'sandbox',
  'n8n-nodes-video-generation': '.',
};
