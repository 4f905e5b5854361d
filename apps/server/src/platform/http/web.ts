/** The web application's files, with the sign-in page as its own light entry. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { UNKNOWN } from './server.ts';

/** Paths of the light entry. */
const LIGHT = ['/', '/Login', '/mobileLogin', '/resetPassword', '/verify', '/suspendApply', '/vData/client2'];
const PHONE = '/mobileNewDataInput';
const QUESTIONNAIRE = '/configurableQuestionnaireList';
/** Paths that belong to calls: an unknown one is no page. */
const API = /^\/(webapi|emcapi|bpmapi|api|srmapi|pmsapi|files|docs|metrics|healthz|readyz)(\/|$)/;

/** Serves `dist` where it was built. Hashed assets are kept for ever, pages never. */
export async function mountWeb(app: FastifyInstance, dist: string): Promise<boolean> {
  if (!existsSync(join(dist, 'index.html'))) return false;
  await app.register(fastifyStatic, {
    root: dist,
    index: false,
    // As they were built; who takes none of it gets them plain.
    preCompressed: true,
    setHeaders: (reply, path) => {
      reply.header('Cache-Control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const light = existsSync(join(dist, 'login.html')) ? 'login.html' : 'index.html';
  for (const path of LIGHT)
    app.get(path, (_request, reply) =>
      path === '/' ? reply.redirect('/Login') : reply.header('Cache-Control', 'no-cache').sendFile(light),
    );
  app.get(PHONE, (_request, reply) => reply.header('Cache-Control', 'no-cache').sendFile('phone.html'));
  // What a link to a household or on a notice board leads to.
  app.get('/notice/:token', (_request, reply) => reply.header('Cache-Control', 'no-cache').sendFile(light));
  // With a code it is the customers' page on their phones; without one, who is signed in may mean to manage questionnaires.
  app.get<{ Querystring: { code?: unknown } }>(QUESTIONNAIRE, (request, reply) =>
    reply.header('Cache-Control', 'no-cache').sendFile(request.query.code === undefined ? 'index.html' : light),
  );
  app.get<{ Params: { code: string }; Querystring: { f?: unknown } }>('/q/:code', (request, reply) => {
    const { code } = request.params;
    const from = typeof request.query.f === 'string' ? `&f=${encodeURIComponent(request.query.f)}` : '';
    return reply.redirect(`${QUESTIONNAIRE}?code=${encodeURIComponent(code)}${from}`);
  });
  app.setNotFoundHandler((request, reply) => {
    if (
      (request.method === 'GET' || request.method === 'HEAD') &&
      !API.test(request.url) &&
      // A file has an ending; what a page is asked for may have one, too.
      !/\.\w{2,5}$/.test(request.url.split('?')[0] ?? '')
    )
      return reply.header('Cache-Control', 'no-cache').sendFile('index.html');
    return reply.code(404).send(UNKNOWN);
  });
  return true;
}
