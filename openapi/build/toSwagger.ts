type Node = Record<string, unknown>;

interface Media {
  schema: Node;
  examples?: Record<string, { value: unknown }>;
}

interface Body extends Node {
  content?: Record<string, Media>;
}

interface Operation extends Node {
  parameters?: Array<Node & { schema: Node }>;
  requestBody?: Body;
  responses: Record<string, Body>;
}

interface Document extends Node {
  servers: Array<{ url: string; variables?: { host: { default: string } } }>;
  components: { schemas: Node };
  paths: Record<string, Record<string, Operation>>;
}

const json = 'application/json';

/** A schema as 2.0 has it, which knows no null and has its definitions elsewhere. */
const rewrite = (node: unknown): Node =>
  JSON.parse(
    JSON.stringify(node)
      .replaceAll('#/components/schemas/', '#/definitions/')
      .replaceAll('"nullable":', '"x-nullable":'),
  ) as Node;

/** An answer with one example; links are unknown to 2.0. */
function toAnswer({ description, content }: Body): Node {
  const media = content?.[json];
  if (!media) return { description };
  const [example] = Object.values(media.examples ?? {});
  return {
    description,
    schema: rewrite(media.schema),
    ...(example && { examples: { [json]: example.value } }),
  };
}

/** An operation whose body is a parameter; callbacks are unknown to 2.0. */
function toOperation({ callbacks: _, ...operation }: Operation): Node {
  const { parameters = [], requestBody, responses, ...kept } = operation;
  const fields = parameters.map(({ schema, name, in: place, description, required }) => ({
    name,
    in: place,
    description,
    required,
    ...schema,
  }));
  const { description, required, content } = requestBody ?? {};
  const schema = content && rewrite(content[json]!.schema);
  const body = { name: 'request', in: 'body', description, required, schema };
  return {
    ...kept,
    parameters: content ? [...fields, body] : fields,
    responses: Object.fromEntries(
      Object.entries(responses).map(([code, answer]) => [code, toAnswer(answer)]),
    ),
  };
}

/**
 * Makes the profile for tools that read Swagger 2.0 only, such as the custom connectors of Power
 * Automate.
 *
 * @param old - the profile for OpenAPI 3.0
 */
export function toSwagger(old: object): object {
  const { info, security, tags, servers, components, paths } = old as Document;
  const service = servers.find(({ variables }) => variables)!;
  return {
    swagger: '2.0',
    info,
    host: service.variables!.host.default,
    basePath: '/',
    schemes: ['https'],
    consumes: [json],
    produces: [json],
    security,
    securityDefinitions: {
      bearerAuth: {
        type: 'apiKey',
        in: 'header',
        name: 'Authorization',
        description: 'The word Bearer, a space and your API key.',
      },
    },
    tags,
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, item]) => [
        path,
        Object.fromEntries(
          Object.entries(item).map(([method, operation]) => [method, toOperation(operation)]),
        ),
      ]),
    ),
    definitions: rewrite(components.schemas),
  };
}
