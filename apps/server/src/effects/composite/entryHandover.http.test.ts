/** 进场交接: where the operation of a project begins; a cancel leaves nothing of it. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Chains } from '../../testing/chains.ts';

const PROJECT = 'EMC01001';
const MAKER = 'projectManager';
let chains: Chains;
let known = '';

beforeAll(async () => {
  chains = await Chains.start();
  known = String(
    (
      await chains.rows(
        `select id::text from device where project_code = '${PROJECT}' and category = '主机' order by id limit 1`,
      )
    )[0]?.id,
  );
});
afterAll(() => chains.close());

const item = (deviceName: string, qty: number, more: object = {}) => ({
  known: null,
  deviceName,
  model: 'X-1',
  maker: '远大',
  capacity: '100.00',
  qty,
  makeYear: 2018,
  runHours: '5000.0',
  condition: '完好',
  ...more,
});
const meter = (meterNo: string) => ({
  meterType: '自来水表',
  meterNo,
  place: '机房',
  baseReading: '1234.00',
  ratio: '1.00',
  verifyTo: '2027-06-30',
  meterOwner: '客户',
});
const handover = (more: Readonly<Record<string, unknown>> = {}) => ({
  project: PROJECT,
  handoverDate: '2026-04-01',
  operateStart: '2026-04-15',
  buildArea: '50000.00',
  airArea: '42000.00',
  ...Object.fromEntries(
    ['vacuum', 'solution', 'burner', 'gasLeak', 'pump', 'water', 'power', 'control', 'vessel', 'fire', 'pipe'].map(
      (each) => [`${each}State`, { result: '合格', remark: null, photos: [] }],
    ),
  ),
  towerState: { result: '不合格', remark: '填料破损', photos: [] },
  devices: [item('冷却水泵', 2, { condition: '待修' }), item('直燃机', 1, { known, runHours: '8000.0' })],
  meters: [meter('SB-778')],
  handItems: [{ itemKind: '竣工图纸', itemName: '暖通竣工图', itemQty: '2.00', itemUnit: '套', itemState: '齐全完好' }],
  ...more,
});
const books = async () => ({
  project: await chains.rows(
    `select state, start_on::text as start, air_area::text as area from project where code = '${PROJECT}'`,
  ),
  devices:
    await chains.rows(`select name, category, state, last_reading::float8 as reading, multiple::float8 as ratio, factory_no as no
    from device where project_code = '${PROJECT}' and code like 'JCJJ-%' and state <> 'retired' order by id`),
  known: await chains.rows(`select run_hours::text as hours, state from device where id = ${known}`),
  assets: await chains.rows(
    `select kind, quantity::text, state from b_project_asset where source_module = 'entryHandover' and not voided`,
  ),
});

it('begins the operation with its machines, meters and papers, and has put right what is not in order', async () => {
  const empty = await books();
  const walk = chains.walk('entryHandover');
  const values = await chains.filled('entryHandover', MAKER, 0, handover());
  const [line] = values.meters as readonly object[];
  const twice = await walk.draft(MAKER, { ...values, meters: [line, line] });
  expect((await walk.submit(MAKER, twice)).errors.map((error) => error.message)).toEqual(['表号重复']);

  const { id } = await chains.through('entryHandover', MAKER, handover(), {
    能源数据员核对表底: { meterChecked: '一致' },
    双方签字归档: { signDate: '2026-04-02' },
  });
  expect(await books()).toEqual({
    project: [{ state: 2, start: '2026-04-15', area: '42000.00' }],
    devices: [
      { name: '1#冷却水泵', category: '水泵', state: 'stopped', reading: null, ratio: null, no: null },
      { name: '2#冷却水泵', category: '水泵', state: 'stopped', reading: null, ratio: null, no: null },
      { name: '机房自来水表', category: '水表', state: 'active', reading: 1234, ratio: 1, no: 'SB-778' },
    ],
    known: [{ hours: '8000.0', state: 'active' }],
    assets: [{ kind: '竣工图纸', quantity: '2.00', state: '齐全完好' }],
  });
  const left = await chains.followUps('entryHandover', id);
  expect(left.map((row) => row.module)).toEqual(['emcProblemRectification']);
  const { record } = await chains.walk('emcProblemRectification').info(MAKER, String(left[0]?.target));
  expect(record).toMatchObject({ source: '进场交接', problemField: '冷却塔', totalDeadline: '2026-05-01' });

  const again = await walk.draft(MAKER, values);
  expect((await walk.submit(MAKER, again)).errors.map((error) => error.message)).toEqual([
    '表号SB-778已在本项目的设备台账中',
  ]);
  await chains.cancel('entryHandover', id);
  expect(await books()).toEqual(empty);
  expect(await chains.followUps('entryHandover', id)).toEqual([]);
});
