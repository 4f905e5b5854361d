/** 运行状况: what the system stands on, measured when somebody looks. Says nothing that opens anything: no addresses, names or keys. */
import { statfs } from 'node:fs/promises';
import { connect } from 'node:tls';
import type { HealthCard, healthIndex, HealthLevel } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/db/schema.ts';
import { slowTexts } from '../../platform/db/slow.ts';
import { metrics } from '../../platform/http/health.ts';
import { release } from '../../platform/release.ts';
import type { Ways } from './outbox.ts';

export const HEALTH_SCREEN = 'system.health';

export interface Place extends Ways {
  readonly dataDir: string;
  readonly storedElsewhere: boolean;
  /** As people open it; with https its certificate is looked at. */
  readonly publicUrl: string | null;
}

type At = Pick<Ctx, 'db' | 'now'>;

const MB = 1024 ** 2;
const GB = 1024 ** 3;
const LOW_DISK = 0.1;
const BACKUP_HOURS = 26;
const LONG_TRANSACTION = 300;
/** Minutes after which a gateway that is silent counts as offline. */
const SILENT_MINUTES = 5;
const WAITING_MINUTES = 10;

const gigabytes = (bytes: number): string =>
  bytes < GB ? `${(bytes / MB).toFixed(1)} MB` : `${(bytes / GB).toFixed(1)} GB`;
const count = (value: number): string => value.toLocaleString('zh-CN');
const local = (at: string | Date): string =>
  new Date(new Date(at).getTime() + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');

type Facts = Readonly<Record<string, string>>;
const card = (
  Key: string,
  Title: string,
  facts: Facts,
  Level: HealthLevel = '正常',
  Note: string | null = null,
): HealthCard => ({
  Key,
  Title,
  Level,
  Note,
  Facts: Object.entries(facts).map(([Name, Value]) => ({ Name, Value })),
});

const first = async <R>(db: Db, query: ReturnType<typeof sql<R>>): Promise<R> => {
  const { rows } = await query.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('no row');
  return row;
};

const service = async ({ now }: At): Promise<HealthCard> => {
  const [{ requests, faults, p95 }, { version, commit }] = await Promise.all([metrics.summary(), release()]);
  const rate = requests === 0 ? 0 : (faults / requests) * 100;
  const bad = rate >= 5 ? '故障' : rate >= 1 ? '警告' : '正常';
  return card(
    'service',
    '服务',
    {
      版本: version ?? '—',
      提交: commit ?? '—',
      启动时间: local(new Date(now.getTime() - process.uptime() * 1000)),
      请求数: `${count(requests)} 次`,
      错误率: `${rate.toFixed(1)}%`,
      P95: p95 === null ? '—' : `≤ ${p95 * 1000} ms`,
      内存: gigabytes(process.memoryUsage().rss),
    },
    bad,
    bad === '正常' ? null : '错误率偏高，请按请求编号查服务器日志',
  );
};

/** Of this process, since it began. */
const slowWords = (): string => {
  const all = slowTexts();
  const times = all.reduce((sum, one) => sum + one.times, 0);
  return times === 0 ? '0 条' : `${count(times)} 条，最慢 ${((all[0]?.worst ?? 0) / 1000).toFixed(1)} 秒`;
};

const database = async ({ db }: At): Promise<HealthCard> => {
  const row = await first(
    db,
    sql<{
      version: string;
      open: number;
      most: number;
      longest: number;
      size: string;
      lag: number | null;
      migration: string;
    }>`
      select current_setting('server_version') as version, (select count(*)::int from pg_stat_activity where datname = current_database()) as open,
        current_setting('max_connections')::int as most,
        coalesce((select max(extract(epoch from clock_timestamp() - xact_start))::int from pg_stat_activity
          where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()), 0) as longest,
        pg_database_size(current_database()) as size,
        (select max(extract(epoch from replay_lag))::int from pg_stat_replication) as lag,
        (select max(name) from migration) as migration`,
  );
  const full = row.open >= row.most * 0.9;
  const long = row.longest > LONG_TRANSACTION;
  return card(
    'database',
    '数据库',
    {
      版本: `PostgreSQL ${row.version}`,
      结构: row.migration.replace(/\.sql$/, ''),
      连接数: `${row.open} / ${row.most}`,
      最长事务: `${count(row.longest)} 秒`,
      大小: gigabytes(Number(row.size)),
      慢查询: slowWords(),
      复制延迟: row.lag === null ? '无副本' : `${count(row.lag)} 秒`,
    },
    full || long ? '警告' : '正常',
    full ? '连接数接近上限' : long ? `有事务超过 ${LONG_TRANSACTION / 60} 分钟未结束` : null,
  );
};

const disk = async ({ db }: At, { dataDir, storedElsewhere }: Place): Promise<HealthCard> => {
  const files = await first(
    db,
    sql<{ n: number; bytes: string }>`select count(*)::int as n, coalesce(sum(size), 0)::bigint as bytes from file`,
  );
  const space = await statfs(dataDir).catch(() => null);
  const held = {
    附件: `${count(files.n)} 个`,
    附件大小: gigabytes(Number(files.bytes)),
    附件位置: storedElsewhere ? 'S3 存储' : '本机',
  };
  if (space === null) return card('disk', '磁盘与文件', held);
  const left = space.bavail / space.blocks;
  const low = left < LOW_DISK;
  return card(
    'disk',
    '磁盘与文件',
    {
      剩余: `${gigabytes(space.bavail * space.bsize)}（${(left * 100).toFixed(0)}%）`,
      共: gigabytes(space.blocks * space.bsize),
      ...held,
    },
    low ? '警告' : '正常',
    low ? '剩余空间低于 10%，请清理或扩容' : null,
  );
};

/** Offline points that are named. */
const NAMED = 5;

interface Points {
  /** Meters that gateways read, in projects with a gateway that is on. */
  readonly due: number;
  /** Of these, read within five minutes, or their own interval where that is longer. */
  readonly there: number;
  /** Of these, the ones that were not read for three times as long. */
  readonly silent: readonly string[];
}

const pointsOf = (db: Db, now: Date): Promise<Points> =>
  first(
    db,
    sql<Points>`
      with due as (
        select m.device_id, p.name || ' ' || d.name as name, greatest(${SILENT_MINUTES}::int, substring(m.frequency from 6)::int) as minutes
          from meter m join device d on d.id = m.device_id join project p on p.code = m.project_code
         where m.frequency like 'auto:%' and m.used_from <= (${now}::timestamptz at time zone 'Asia/Shanghai')::date
           and (m.used_to is null or m.used_to >= (${now}::timestamptz at time zone 'Asia/Shanghai')::date)
           and exists (select from gateway g where g.project_code = m.project_code and g.enabled)),
      seen as (
        select due.*, (select max(h.at) from reading_hot h where h.meter_id = due.device_id and h.at <= ${now}
            and h.at > ${now}::timestamptz - make_interval(mins => due.minutes * 3)) as last from due)
      select count(*)::int as due, count(*) filter (where last > ${now}::timestamptz - make_interval(mins => minutes))::int as there,
        coalesce(array_agg(name order by name) filter (where last is null), '{}') as silent from seen`,
  );

const collecting = async ({ db, now }: At): Promise<HealthCard> => {
  const row = await first(
    db,
    sql<{ on: number; online: number; last: Date | null; today: string; refused: string }>`
      select count(*) filter (where enabled)::int as "on",
        count(*) filter (where enabled and last_seen_at > ${now}::timestamptz - make_interval(mins => ${SILENT_MINUTES}))::int as online,
        max(last_seen_at) as last,
        coalesce((select sum(accepted) from gateway_count where day = (${now}::timestamptz at time zone 'Asia/Shanghai')::date), 0)::bigint as today,
        coalesce((select sum(refused) from gateway_count where day = (${now}::timestamptz at time zone 'Asia/Shanghai')::date), 0)::bigint as refused
      from gateway`,
  );
  if (row.on === 0) return card('collecting', '采集', { 网关: '没有启用的网关' });
  const offline = row.on - row.online;
  const points = await pointsOf(db, now);
  const { silent } = points;
  return card(
    'collecting',
    '采集',
    {
      在线网关: `${row.online} / ${row.on}`,
      '近 5 分钟到数率':
        points.due === 0
          ? '没有自动采集的表'
          : `${((points.there / points.due) * 100).toFixed(1)}%（${points.there} / ${points.due}）`,
      离线点位: `${count(silent.length)} 个`,
      最近到数: row.last === null ? '—' : local(row.last),
      今日收到: `${count(Number(row.today))} 条`,
      今日拒收: `${count(Number(row.refused))} 条`,
    },
    offline > 0 || silent.length > 0 ? '警告' : '正常',
    [
      ...(offline > 0 ? [`${offline} 个网关 ${SILENT_MINUTES} 分钟没有到数`] : []),
      ...(silent.length > 0
        ? [`离线点位：${silent.slice(0, NAMED).join('、')}${silent.length > NAMED ? ` 等 ${silent.length} 个` : ''}`]
        : []),
    ].join('；') || null,
  );
};

const queues = async ({ db }: At): Promise<HealthCard> => {
  const { there } = await first(db, sql<{ there: boolean }>`select to_regclass('pgboss.job') is not null as there`);
  if (!there) return card('queues', '后台任务', { 队列: '尚未启动' }, '警告', '没有进程在做后台任务');
  const row = await first(
    db,
    sql<{ waiting: number; oldest: number | null; failed: number; last: Date | null }>`
      select count(*) filter (where state in ('created', 'retry') and start_after <= now())::int as waiting,
        floor(extract(epoch from now() - min(start_after) filter (where state in ('created', 'retry') and start_after <= now())) / 60)::int as oldest,
        count(*) filter (where state = 'failed' and completed_on > now() - interval '24 hours')::int as failed,
        max(completed_on) filter (where state = 'completed') as last from pgboss.job`,
  );
  const late = (row.oldest ?? 0) > WAITING_MINUTES;
  return card(
    'queues',
    '后台任务',
    {
      排队: `${count(row.waiting)} 个`,
      最老等待: row.oldest === null ? '—' : `${count(row.oldest)} 分钟`,
      '近 24 小时失败': `${count(row.failed)} 个`,
      最近完成: row.last === null ? '—' : local(row.last),
    },
    late ? '故障' : row.failed > 0 ? '警告' : '正常',
    late ? '任务排队过久，请确认后台任务进程在运行' : row.failed > 0 ? '有任务失败，请到后台任务查看' : null,
  );
};

const backups = async ({ db, now }: At): Promise<HealthCard> => {
  const { rows } = await sql<{
    at: Date;
    table_rows: string;
  }>`select at, table_rows from backup_run order by at desc limit 1`.execute(db);
  const [last] = rows;
  if (last === undefined) {
    // Somebody who has just installed it has nothing to be alarmed about yet.
    const installed = await first(db, sql<{ at: Date }>`select min(applied_at) as at from migration`);
    const fresh = now.getTime() - installed.at.getTime() < BACKUP_HOURS * 3_600_000;
    return card(
      'backup',
      '备份',
      { 最近成功: '没有记录' },
      fresh ? '警告' : '故障',
      fresh
        ? `还没有备份，请在安装后 ${BACKUP_HOURS} 小时内备份`
        : '还没有备份，请立即备份，或按说明运行 npm run backup',
    );
  }
  const drill = await sql<{
    at: Date;
  }>`select ended_at as at from care_run where kind = '恢复演练' and state = '成功' order by id desc limit 1`.execute(
    db,
  );
  const hours = (now.getTime() - last.at.getTime()) / 3_600_000;
  return card(
    'backup',
    '备份',
    {
      最近成功: local(last.at),
      行数: count(Number(last.table_rows)),
      恢复演练: drill.rows[0] === undefined ? '没有做过' : local(drill.rows[0].at),
    },
    hours > BACKUP_HOURS ? '故障' : '正常',
    hours > BACKUP_HOURS ? `超过 ${BACKUP_HOURS} 小时没有备份` : null,
  );
};

const LOOK_MS = 3_000;
const TLS_FRESH_MS = 600_000;
let certificate: { readonly at: number; readonly until: Date | null } | null = null;

/** Until when the certificate holds that people are shown; null where it cannot be had. Kept for a while: the page asks every ten seconds. */
const certificateOf = async (publicUrl: string): Promise<Date | null> => {
  if (certificate !== null && performance.now() - certificate.at < TLS_FRESH_MS) return certificate.until;
  const { hostname, port } = new URL(publicUrl);
  const until = await new Promise<Date | null>((done) => {
    const socket = connect(
      { host: hostname, port: Number(port || 443), servername: hostname, rejectUnauthorized: false, timeout: LOOK_MS },
      () => {
        const to = Date.parse(socket.getPeerCertificate().valid_to ?? '');
        socket.destroy();
        done(Number.isNaN(to) ? null : new Date(to));
      },
    );
    const none = (): void => {
      socket.destroy();
      done(null);
    };
    socket.once('error', none);
    socket.once('timeout', none);
  });
  certificate = { at: performance.now(), until };
  return until;
};

const SOON_DAYS = 14;

const keys = async ({ db, now }: At, { mailOn, smsOn, demo, publicUrl }: Place): Promise<HealthCard> => {
  const row = await first(
    db,
    sql<{ sessions: number }>`select count(*)::int as sessions from app_session where expires_at > ${now}`,
  );
  const secure = publicUrl?.startsWith('https://') === true ? await certificateOf(publicUrl) : undefined;
  const days = secure ? Math.floor((secure.getTime() - now.getTime()) / 86_400_000) : null;
  const level = days === null || days >= SOON_DAYS ? '正常' : days < 0 ? '故障' : '警告';
  return card(
    'keys',
    '登录、证书与通道',
    {
      有效会话: `${count(row.sessions)} 个`,
      登录密钥: '每次登录另取一把，5 分钟内有效',
      // Without https of its own there is no certificate to speak of.
      ...(secure === undefined
        ? {}
        : { 'TLS 到期': days === null ? '没有读到证书' : days < 0 ? '已过期' : `还有 ${days} 天` }),
      邮件: mailOn ? '已配置' : '未配置',
      短信: smsOn ? '已配置' : demo ? '演示，只记录' : '未配置',
    },
    level,
    level === '正常' ? null : '请更换 TLS 证书',
  );
};

const ORDER: readonly HealthLevel[] = ['故障', '警告', '正常'];

export const cardsOf = (at: At, place: Place): Promise<HealthCard[]> =>
  Promise.all([service(at), database(at), disk(at, place), collecting(at), queues(at), backups(at), keys(at, place)]);

export const readHealth = async (ctx: Ctx, place: Place): Promise<z.input<typeof healthIndex.output>> => {
  const Cards = await cardsOf(ctx, place);
  return {
    Level: ORDER.find((level) => Cards.some((one) => one.Level === level)) ?? '正常',
    At: ctx.now.toISOString(),
    Cards,
  };
};
