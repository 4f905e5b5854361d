/**
 * `npm run simulate`: plays the demo machine room as its gateway would, in accelerated time, over the same HTTP or MQTT as any other. Samples that
 * are there already are duplicates and change nothing, so that it may be run again.
 */
import { parseArgs } from 'node:util';
import { instantText } from '@hengneng/core';
import { simulate } from '@hengneng/energy/demo';
import { DEMO_PROJECTS, isFlagship, metersOf } from '../../apps/server/src/modules/demo/index.ts';
import { demoInstalled, demoSeed } from '../../apps/server/src/modules/energy/things/index.ts';
import { httpSender, mqttSender, type Sample, type Sender, signIn } from './senders.ts';

const HELP = `用法：npm run simulate -- [选项]
  --url http://localhost:8090   产品地址
  --hours 24                    从多少小时以前开始
  --step 5                      每隔几分钟一次
  --speed 3600                  时间加快多少倍；到现在为止后按实际时间继续（--once 则结束）
  --mqtt mqtt://localhost:1883  经 MQTT 上传；没有时经 HTTP
  --account admin --password …  用来登记网关的管理员
  --once                        追到现在就结束
`;
const MINUTE = 60_000;

const read = () =>
  parseArgs({
    options: {
      url: { type: 'string', default: 'http://localhost:8090' },
      hours: { type: 'string', default: '24' },
      step: { type: 'string', default: '5' },
      speed: { type: 'string', default: '3600' },
      mqtt: { type: 'string' },
      account: { type: 'string', default: 'admin' },
      password: { type: 'string', default: process.env['ADMIN_PASSWORD'] ?? 'Hengneng@2026' },
      once: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  }).values;

const positive = (name: string, text: string): number => {
  const value = Number(text);
  if (!(Number.isFinite(value) && value > 0)) throw new Error(`--${name} 应为正数，而不是「${text}」`);
  return value;
};

/** What the dials of the flagship's meters show from one instant to another, instant by instant. */
function played(from: number, to: number, stepMinutes: number): readonly (readonly Sample[])[] {
  const project = DEMO_PROJECTS.find(isFlagship);
  if (project === undefined) throw new Error('the demo company has no flagship project');
  const { times, registers } = simulate({
    seed: demoSeed(project),
    from,
    to,
    stepMinutes,
    installed: demoInstalled(new Date()),
  });
  const dials = new Map(registers.map((one) => [`${one.meter.id} ${one.register.key}`, one]));
  return Array.from(times, (at, index) =>
    metersOf(project).flatMap((meter) =>
      meter.registers.flatMap((register): Sample[] => {
        const [part] = meter.parts;
        const dial = part && dials.get(`${part.meter} ${part.dial === 'total' ? register : part.dial}`);
        if (dial === undefined) return [];
        const value = (dial.readings[index] ?? 0).toFixed(meter.dial.decimals);
        return [{ point: meter.code, register, at: instantText(at), value }];
      }),
    ),
  );
}

const sleep = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

async function send(sender: Sender, samples: readonly Sample[]): Promise<void> {
  const { accepted, duplicates, conflicts, refused, problems } = await sender.send(samples);
  const first = problems[0];
  process.stdout.write(
    `${samples[0]?.at ?? ''} 上传 ${samples.length}：新 ${accepted}，已有 ${duplicates}，冲突 ${conflicts}，拒收 ${refused}` +
      `${first === undefined ? '' : `（例如第 ${first.index + 1} 条：${first.message}）`}\n`,
  );
}

async function main(): Promise<void> {
  const given = read();
  if (given.help) return void process.stdout.write(HELP);
  const step = positive('step', given.step);
  const speed = positive('speed', given.speed);
  const project = DEMO_PROJECTS.find(isFlagship)?.code ?? '';
  const credentials = await signIn(given.url, given.account, given.password, project);
  const sender =
    given.mqtt === undefined ? httpSender(given.url, credentials) : await mqttSender(given.mqtt, credentials);
  const aligned = (at: number): number => Math.floor(at / (step * MINUTE)) * step * MINUTE;
  try {
    const began = aligned(Date.now() - positive('hours', given.hours) * 60 * MINUTE);
    for (const samples of played(began, aligned(Date.now()), step)) {
      await send(sender, samples);
      await sleep((step * MINUTE) / speed);
    }
    for (let next = aligned(Date.now()) + step * MINUTE; !given.once; next += step * MINUTE) {
      await sleep(Math.max(0, next - Date.now()));
      await send(sender, played(next, next, step)[0] ?? []);
    }
  } finally {
    await sender.close();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
