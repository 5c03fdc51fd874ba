/** The folder of each package that is published, in the order in which a release publishes them. */
export const folders: Record<string, string> = {
  'videogen-openapi': 'openapi',
  'videogen-sandbox': 'sandbox',
  'n8n-nodes-videogen': '.',
};
