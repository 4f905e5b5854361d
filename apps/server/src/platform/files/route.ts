import { buffer } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { systemClock } from '../clock.ts';
import { audit } from '../audit/audit.ts';
import { notFound } from '../http/errors.ts';
import { deviceOf, sendFile, type ServerDeps, sessionOf } from '../http/server.ts';
import { openFile, type Records } from './calls.ts';
import { stampedPdf } from '../pdf/stamp.ts';
import { sessionOfPass } from './pass.ts';
import type { Storage } from './storage.ts';
import { markedName, type Traces, tracesOf } from './traces.ts';

/** A PDF is marked in memory: a larger one is shown as it is. */
const MOST_MARKED = 50 * 1024 * 1024;
const minuteText = (at: Date): string =>
  new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');

const RANGE = /^bytes=(\d{1,15})-(\d{0,15})$/;

/**
 * `GET /files/<id>-<secret>/<name>`: by the session's permission, never public. `?small=1` answers the small picture; `?pass=` stands for the
 * headers where a browser sends none; `?mark=1` writes across the pages of a PDF who takes it and when. Of what `traces` names each reading is audited,
 * and a copy of what is secret is marked whether that is asked for or not.
 */
export function mountFiles(
  app: FastifyInstance,
  server: ServerDeps,
  deps: { readonly storage: Storage; readonly records: Records; readonly traces: Traces },
): void {
  app.get<{ Params: { address: string }; Querystring: { small?: string; pass?: string; mark?: string } }>(
    '/files/:address/*',
    async (request, reply) => {
      const hit = /^(\d{1,18})-([A-Za-z0-9_-]{16})$/.exec(request.params.address);
      if (!hit?.[1] || !hit[2]) throw notFound('文件不存在或已被删除');
      const { pass, small } = request.query;
      const mark = request.query.mark === '1';
      const now = (server.clock ?? systemClock)();
      const session =
        typeof pass === 'string'
          ? await sessionOfPass({ ...server, now }, { fileId: hit[1], mark }, pass)
          : await sessionOf(server, request);
      const file = await openFile(deps, server.db, session, hit[1], hit[2], small === '1');
      const traces = small === '1' ? [] : await tracesOf(deps.traces, server.db, file.row);
      for (const { marked, ...of } of traces)
        await audit(server.db, {
          ...of,
          userId: session.userId,
          userName: session.userName,
          deptId: session.deptId === '' ? null : session.deptId,
          ip: request.ip,
          device: deviceOf(request),
          requestId: request.id,
          kind: '导出',
          action: '下载数据文件',
          after: marked === null ? null : { 水印: marked },
        });
      const secret = traces.find((one) => one.marked !== null)?.marked ?? null;
      const taken = [`${session.userName} ${session.account}`, minuteText(now)];
      const name = secret === null ? file.name : markedName(file.name, [secret, ...taken]);
      if ((mark || secret !== null) && file.mime === 'application/pdf' && (file.size ?? 0) <= MOST_MARKED) {
        const words = secret === null ? taken : [secret, ...taken];
        const whole = await buffer(await file.read());
        // What is encrypted or damaged cannot be written into: the page shows it under its own mark.
        const body = stampedPdf(whole, words) ?? whole;
        return sendFile(reply, { fileName: name, contentType: file.mime, inline: true, size: body.length, body });
      }
      // In parts, one reading would be several.
      const inParts = file.size !== null && traces.length === 0;
      const asked = !inParts ? null : RANGE.exec(request.headers.range ?? '');
      reply.header('Accept-Ranges', inParts ? 'bytes' : 'none');
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
        fileName: name,
        contentType: file.mime,
        inline: file.inline,
        ...(file.size === null ? {} : { size: file.size }),
        body: await file.read(),
      });
    },
  );
}
