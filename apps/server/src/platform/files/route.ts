import type { FastifyInstance } from 'fastify';
import { systemClock } from '../clock.ts';
import { notFound } from '../http/errors.ts';
import { sendFile, type ServerDeps, sessionOf } from '../http/server.ts';
import { openFile, type Records } from './calls.ts';
import { sessionOfPass } from './pass.ts';
import type { Storage } from './storage.ts';

const RANGE = /^bytes=(\d{1,15})-(\d{0,15})$/;

/** `GET /files/<id>-<secret>/<name>`: by the session's permission, never public; `?small=1` answers the small picture; `?pass=` stands for the headers where a browser sends none. */
export function mountFiles(
  app: FastifyInstance,
  server: ServerDeps,
  deps: { readonly storage: Storage; readonly records: Records },
): void {
  app.get<{ Params: { address: string }; Querystring: { small?: string; pass?: string } }>(
    '/files/:address/*',
    async (request, reply) => {
      const hit = /^(\d{1,18})-([A-Za-z0-9_-]{16})$/.exec(request.params.address);
      if (!hit?.[1] || !hit[2]) throw notFound('文件不存在或已被删除');
      const { pass, small } = request.query;
      const session =
        typeof pass === 'string'
          ? await sessionOfPass({ ...server, now: (server.clock ?? systemClock)() }, hit[1], pass)
          : await sessionOf(server, request);
      const file = await openFile(deps, server.db, session, hit[1], hit[2], small === '1');
      const asked = file.size === null ? null : RANGE.exec(request.headers.range ?? '');
      reply.header('Accept-Ranges', file.size === null ? 'none' : 'bytes');
      if (asked && file.size !== null) {
        const start = Number(asked[1]);
        const end = Math.min(asked[2] ? Number(asked[2]) : file.size - 1, file.size - 1);
        if (start > end) return reply.code(416).header('Content-Range', `bytes */${file.size}`).send();
        reply.code(206).header('Content-Range', `bytes ${start}-${end}/${file.size}`);
        return sendFile(reply, {
          fileName: file.name,
          contentType: file.mime,
          inline: file.inline,
          size: end - start + 1,
          body: await file.read({ start, end }),
        });
      }
      return sendFile(reply, {
        fileName: file.name,
        contentType: file.mime,
        inline: file.inline,
        ...(file.size === null ? {} : { size: file.size }),
        body: await file.read(),
      });
    },
  );
}
