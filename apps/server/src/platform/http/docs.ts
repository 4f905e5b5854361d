/** The OpenAPI document, made from the registered contracts, and a page that shows it. */
import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { CallRegistry, RegisteredCall } from './registry.ts';

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): object =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'openapi-3.0' });

function operation(call: RegisteredCall): object {
  const { method, summary, input, output, path } = call.contract;
  const body = schemaOf(input, 'input');
  const answer = {
    type: 'object',
    properties: { status: { type: 'integer' }, message: { type: 'string' }, data: schemaOf(output, 'output') },
  };
  const properties = 'properties' in body ? (body.properties as Record<string, object>) : {};
  return {
    summary,
    tags: [path.split('/').slice(1, 3).join('/')],
    security: call.options.access === 'public' ? [] : [{ UserIdValue: [], TokenValue: [] }],
    ...(method === 'GET'
      ? { parameters: Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', schema })) }
      : {
          requestBody: {
            content: {
              [call.kind === 'upload' ? 'multipart/form-data' : 'application/x-www-form-urlencoded']: { schema: body },
            },
          },
        }),
    responses: {
      200: {
        description: '状态 1 为成功，其余见 message 与 errors',
        content: { 'application/json': { schema: answer } },
      },
    },
  };
}

/** The document, made when it is first asked for: hundreds of schemas are nothing that a start should wait for. */
function openApi(registry: CallRegistry): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const call of registry.all()) {
    const entry = paths[call.contract.path] ?? {};
    entry[call.contract.method.toLowerCase()] = operation(call);
    paths[call.contract.path] = entry;
  }
  return {
    openapi: '3.0.3',
    info: { title: '衡能', version: '0.1.0', description: '能源托管与中央空调运维后台' },
    components: {
      securitySchemes: {
        UserIdValue: { type: 'apiKey', in: 'header', name: 'UserIdValue' },
        TokenValue: { type: 'apiKey', in: 'header', name: 'TokenValue' },
      },
    },
    paths,
  };
}

export async function mountDocs(app: FastifyInstance, registry: CallRegistry): Promise<void> {
  let document: object | undefined;
  const get = (): object => {
    document ??= openApi(registry);
    return document;
  };
  await app.register(fastifySwagger, {
    mode: 'static',
    specification: { document: { openapi: '3.0.3', info: { title: '衡能', version: '0.1.0' }, paths: {} } },
  });
  await app.register(fastifySwaggerUi, {
    routePrefix: '/docs',
    transformSpecification: () => get() as never,
    transformSpecificationClone: false,
    staticCSP: true,
  });
}
