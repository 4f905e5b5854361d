import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agree, draftNotice, NOTICE, NOTICE_STEPS, noticeValues, PROJECT, submitNotice } from '../testing/notice.ts';
import { openWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const info = (who: string, id: string) => world.call(who, `${NOTICE}/GetInfo`, { BusinessId: id });
const books = async (id: string) => ({
  stock: await world.rows(
    `select kind, item_id, quantity::text from stock where project_code = '${PROJECT}' order by 1, 2`,
  ),
  standing: await world.rows(
    `select effect from effect_log where module_id = 'constructionNotice' and biz_id = ${id} and reversed_at is null order by id`,
  ),
});

describe('a record from draft to void', () => {
  it('goes through four people, writes its books once, and gives back exactly what it took', async () => {
    const before = await books('0');
    const { id, moved } = await submitNotice(world, 'operator');
    expect(moved.data).toMatchObject({ Status: 'running', serial: expect.stringMatching(/^SLSG-\d{6}-\d{4}$/) });
    for (const [who, fields] of NOTICE_STEPS) {
      const answer = await agree(world, who, id, fields);
      expect([who, answer.message, answer.errors]).toEqual([who, '', []]);
    }
    const done = await info('operator', id);
    expect(done.data).toMatchObject({ Status: 'approved', record: { totalAmount: '235.00', workResult: '达标' } });
    const after = await books(id);
    expect(after.standing).toHaveLength(4);
    expect(after.stock).not.toEqual(before.stock);

    const refused = await world.call('operator', `${NOTICE}/Cancel`, { BusinessId: id, Opinion: '填错' });
    expect(refused.code).toBe('forbidden');
    const voided = await world.call('generalManager', `${NOTICE}/Cancel`, { BusinessId: id, Opinion: '重复' });
    expect(voided.data).toMatchObject({ Status: 'cancelled' });
    expect(await books(id)).toEqual({ stock: before.stock, standing: [] });
    const again = await world.call('generalManager', `${NOTICE}/Cancel`, { BusinessId: id, Opinion: '重复' });
    expect(again.ok).toBe(false);
    expect(await books(id)).toEqual({ stock: before.stock, standing: [] });
  });

  it('whose last agreement is undone at once has its books as before, and is finished again like any other', async () => {
    const { id } = await submitNotice(world, 'operator');
    for (const [who, fields] of NOTICE_STEPS.slice(0, -1)) await agree(world, who, id, fields);
    const before = await books(id);
    const [who, fields] = NOTICE_STEPS.at(-1) ?? ['', {}];
    const waiting = await info(who, id);
    const done = await agree(world, who, id, fields);
    expect(done.data).toMatchObject({ Status: 'approved', undoUntil: expect.any(String) });
    expect((await books(id)).standing.length).toBeGreaterThan(before.standing.length);
    const undone = await world.call(who, `${NOTICE}/TakeBack`, { NodeRecordId: waiting.data['NodeRecordId'] });
    expect([undone.message, undone.data['Status']]).toEqual(['', 'running']);
    expect(await books(id)).toEqual(before);
    const { data } = await info(who, id);
    expect(data['record']).toMatchObject({ finishedAt: null, workResult: '达标' });
    expect(data['NodeRecordId']).toBe(waiting.data['NodeRecordId']);
    expect((await agree(world, who, id, fields)).data).toMatchObject({ Status: 'approved' });
    expect((await books(id)).standing).toHaveLength(4);
  });

  it('is what the server works out, whatever the browser claims', async () => {
    const { BusinessId } = await draftNotice(world, 'operator', {
      totalAmount: '1.00',
      status: 'approved',
      serial: 'X',
      applicant: '1',
      engineerAdvice: '我自己写的',
      chemicals: [{ name: '1', useSystem: '冷却水', quantity: '3', unitPrice: '2', amount: '9999', stockQty: '9999' }],
    });
    const { data } = await info('operator', BusinessId);
    expect(data['record']).toMatchObject({
      totalAmount: '6.00',
      status: 'draft',
      serial: null,
      engineerAdvice: null,
      applicant: (await world.session('operator')).userId,
    });
  });

  it('keeps what its applicant says on submitting, also when it is submitted again', async () => {
    const said = async (id: string): Promise<readonly unknown[]> => {
      const { data } = await info('projectManager', id);
      return (data['steps'] as readonly { readonly key: string; readonly Opinion: string | null }[]).flatMap((step) =>
        step.key === 'start' ? [step.Opinion] : [],
      );
    };
    const submit = (draft: object, Opinion: string) =>
      world.call('operator', `${NOTICE}/Submit`, { ...draft, Opinion });
    const draft = await draftNotice(world, 'operator');
    const id = draft.BusinessId;
    expect((await submit(draft, '客户催得急，请先审')).ok).toBe(true);
    expect(await said(id)).toEqual(['客户催得急，请先审']);
    const { data } = await info('projectManager', id);
    const { NodeRecordId, FormVersion } = data;
    const back = { NodeRecordId, FormVersion, To: 'starter', Resume: 'replay', Opinion: '缺方案' };
    expect((await world.call('projectManager', `${NOTICE}/Reject`, back)).ok).toBe(true);
    const again = await info('operator', id);
    expect((await submit({ BusinessId: id, FormVersion: again.data['FormVersion'] }, '方案已补')).ok).toBe(true);
    expect(await said(id)).toEqual(['客户催得急，请先审', '方案已补']);
    const log = await world.rows(
      `select a.kind, a.opinion from wf_action a join wf_instance i on i.id = a.instance_id
        where i.module_id = 'constructionNotice' and i.biz_id = ${id} order by a.seq`,
    );
    expect(log).toEqual([
      { kind: 'submit', opinion: '客户催得急，请先审' },
      { kind: 'reject', opinion: '缺方案' },
      { kind: 'submit', opinion: '方案已补' },
    ]);
  });

  it('opens a step with its defaults, and lets only its handler fill it in', async () => {
    const { id } = await submitNotice(world, 'operator');
    const other = await info('waterEngineer', id);
    expect(other.data['allowedActions'] ?? []).not.toContain('Approve');
    const mine = await info('projectManager', id);
    const stranger = await world.call('waterEngineer', `${NOTICE}/Approve`, {
      NodeRecordId: mine.data['NodeRecordId'],
      FormVersion: mine.data['FormVersion'],
    });
    expect(stranger.code).toBe('forbidden');
    // A project manager has no section of fields: what they send of other sections is left out.
    await agree(world, 'projectManager', id, { workScope: '改写', engineerAdvice: '越权' });
    const { data } = await info('waterEngineer', id);
    expect(data['record']).toMatchObject({ workScope: '一号楼冷却塔', engineerAdvice: null });
    const missing = await agree(world, 'waterEngineer', id, { targetIndex: 'pH8' });
    expect(missing.errors).toEqual([{ path: 'engineerAdvice', message: '请填写技术意见' }]);
  });
});

describe('a value that a link would give', () => {
  const METERS = '/bpmapi/ElectricityMeterConfirm';
  const price = async (values: object, id?: string) => {
    const { data } = await world.call('operator', `${METERS}/Preview`, {
      project: PROJECT,
      ...values,
      ...(id === undefined ? {} : { BusinessId: id }),
    });
    return (data['record'] as Record<string, unknown>)['averagePrice'];
  };

  it('is typed where there is no link, the link’s where there is one, and goes with the link', async () => {
    expect(await price({ averagePrice: '0.5' })).toBe('0.5000');
    const contract = `HT-${PROJECT}-01`;
    const given = await price({ averagePrice: '0.5', contract });
    expect(given).toMatch(/^\d+\.\d{4}$/);
    expect(given).not.toBe('0.5000');
    const { data } = await world.call('operator', `${METERS}/Draft`, { project: PROJECT, contract });
    expect(await price({ contract: '', averagePrice: String(given) }, String(data['BusinessId']))).toBeNull();
  });
});

describe('rows', () => {
  const rowsOf = async (id: string) =>
    (await info('operator', id)).data['record'] as { readonly chemicals: readonly Record<string, unknown>[] };
  const save = async (id: string, chemicals: readonly object[]) => {
    const { data } = await info('operator', id);
    const answer = await world.call('operator', `${NOTICE}/Draft`, {
      BusinessId: id,
      FormVersion: data['FormVersion'],
      chemicals,
    });
    expect([answer.message, answer.errors]).toEqual(['', []]);
    return (await rowsOf(id)).chemicals;
  };
  const row = (name: string, quantity: string) => ({ name, useSystem: '冷却水', quantity, unitPrice: '2' });

  it('stay the rows they were when they are changed, moved and stood beside new ones', async () => {
    const { BusinessId: id } = await draftNotice(world, 'operator', {
      chemicals: [row('1', '1'), row('2', '2'), row('3', '3')],
    });
    const [a, b, c] = (await rowsOf(id)).chemicals.map((each) => String(each['id']));
    const now = await save(id, [{ id: c, ...row('3', '30') }, row('4', '4'), { id: a, ...row('1', '1') }]);
    expect(now.map((each) => [each['name'], each['quantity'], each['rowNo']])).toEqual([
      ['3', '30.00', 1],
      ['4', '4.00', 2],
      ['1', '1.00', 3],
    ]);
    expect([now[0]?.['id'], now[2]?.['id']]).toEqual([c, a]);
    expect([a, b, c]).not.toContain(now[1]?.['id']);
  });

  it('take an id once, and only from their own record', async () => {
    const { BusinessId: other } = await draftNotice(world, 'operator', { chemicals: [row('1', '1')] });
    const foreign = (await rowsOf(other)).chemicals[0]?.['id'];
    const { BusinessId: id } = await draftNotice(world, 'operator', { chemicals: [row('1', '1')] });
    const own = (await rowsOf(id)).chemicals[0]?.['id'];
    const now = await save(id, [
      { id: own, ...row('1', '1') },
      { id: own, ...row('2', '2') },
      { id: foreign, ...row('3', '3') },
    ]);
    expect(now.map((each) => each['quantity'])).toEqual(['1.00', '2.00', '3.00']);
    expect(now[0]?.['id']).toBe(own);
    expect(new Set(now.map((each) => each['id'])).size).toBe(3);
    expect((await rowsOf(other)).chemicals).toMatchObject([{ id: foreign, name: '1', quantity: '1.00' }]);
  });
});

describe('submitting', () => {
  it('names every field that is missing or wrong, rows included', async () => {
    const { BusinessId, FormVersion } = await draftNotice(world, 'operator', {
      siteLeader: '',
      planEnd: '2097-02-01 08:00',
      chemicals: [{ name: '1', useSystem: '冷却水' }],
      workers: [{ workerName: '钱七', trade: '管工', insured: 'false' }],
    });
    const answer = await world.call('operator', `${NOTICE}/Submit`, { BusinessId, FormVersion });
    expect(answer.code).toBe('invalid');
    expect(answer.errors.map((error) => error.path)).toEqual(
      expect.arrayContaining(['siteLeader', 'planEnd', 'chemicals[0].quantity', 'workers[0].insured']),
    );
    expect((await info('operator', BusinessId)).data['Status']).toBe('draft');
  });

  it('refuses what points at nothing', async () => {
    const { BusinessId, FormVersion } = await draftNotice(world, 'operator', {
      constructionUnit: '999999',
      project: 'NOPE',
    });
    const answer = await world.call('operator', `${NOTICE}/Submit`, { BusinessId, FormVersion });
    expect(answer.errors.map((error) => error.path)).toEqual(expect.arrayContaining(['constructionUnit', 'project']));
  });

  it('takes a draft only as it was seen, and only from its maker', async () => {
    const { BusinessId, FormVersion } = await draftNotice(world, 'operator');
    const changed = await world.call('operator', `${NOTICE}/Draft`, { BusinessId, FormVersion, siteLeader: '王五' });
    expect(changed.data).toEqual({ BusinessId, FormVersion: FormVersion + 1 });
    const stale = await world.call('operator', `${NOTICE}/Draft`, { BusinessId, FormVersion, siteLeader: '孙八' });
    expect(stale.code).toBe('conflict');
    expect((await world.call('operator', `${NOTICE}/Submit`, { BusinessId, FormVersion })).code).toBe('conflict');
    expect((await world.call('operator2', `${NOTICE}/Submit`, { BusinessId, FormVersion: 2 })).ok).toBe(false);
    expect((await info('generalManager', BusinessId)).code).toBe('notFound');
  });

  it('leaves the draft of somebody else alone', async () => {
    const { BusinessId, FormVersion } = await draftNotice(world, 'operator');
    const other = await world.call('operator2', `${NOTICE}/Draft`, { BusinessId, FormVersion, siteLeader: '孙八' });
    expect(other.code).toBe('notFound');
    expect((await info('operator', BusinessId)).data).toMatchObject({ FormVersion, record: { siteLeader: '李四' } });
  });

  it('is saved or submitted, never both of the same version at once', async () => {
    for (let round = 0; round < 20; round += 1) {
      // Withdrawn, so that submitting it again finds nothing to fill in and leaves the version as it is.
      const { id: BusinessId } = await submitNotice(world, 'operator');
      await world.call('operator', `${NOTICE}/Withdraw`, { BusinessId });
      const { FormVersion } = (await info('operator', BusinessId)).data;
      const seen = { BusinessId, FormVersion };
      const [saved, submitted] = await Promise.all([
        world.call('operator', `${NOTICE}/Draft`, { ...seen, siteLeader: `改${round}` }),
        world.call('operator', `${NOTICE}/Submit`, seen),
      ]);
      expect([saved.code, submitted.code].sort()).toEqual(['conflict', null]);
      const { record } = (await info('operator', seen.BusinessId)).data as { record: Record<string, unknown> };
      expect(record['siteLeader']).toBe(saved.ok ? `改${round}` : '李四');
    }
  });

  it('numbers without gaps or doubles while many submit at once and some fail', async () => {
    const drafts = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        draftNotice(world, 'operator2', index % 4 === 3 ? { siteLeader: '' } : {}),
      ),
    );
    const [first] = await world.rows(
      `select last from serial_counter where module_id = 'constructionNotice' order by head desc limit 1`,
    );
    const answers = await Promise.all(drafts.map((draft) => world.call('operator2', `${NOTICE}/Submit`, draft)));
    const numbers = answers
      .filter((answer) => answer.ok)
      .map((answer) => Number(String(answer.data['serial']).slice(-4)))
      .sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 18 }, (_, index) => Number(first?.['last']) + index + 1));
  });
});

describe('coming back', () => {
  it('returns to the maker, shows what changed, and goes on with the same number', async () => {
    const { id, moved } = await submitNotice(world, 'operator');
    const seen = await info('projectManager', id);
    const task = { NodeRecordId: seen.data['NodeRecordId'], FormVersion: seen.data['FormVersion'] };
    expect((await world.call('projectManager', `${NOTICE}/Reject`, task)).errors).toEqual([
      { path: 'Opinion', message: '请填写驳回原因' },
    ]);
    const back = await world.call('projectManager', `${NOTICE}/Reject`, { ...task, Opinion: '时间不对' });
    expect(back.data).toMatchObject({ Status: 'returned' });
    const mine = await info('operator', id);
    expect(mine.data['allowedActions']).toEqual(expect.arrayContaining(['Submit', 'Edit', 'Withdraw']));
    const saved = await world.call('operator', `${NOTICE}/Draft`, {
      BusinessId: id,
      FormVersion: mine.data['FormVersion'],
      planStart: '2097-03-02 08:00',
      planEnd: '2097-03-02 18:00',
    });
    const again = await world.call('operator', `${NOTICE}/Submit`, saved.data);
    expect(again.data).toMatchObject({ Status: 'running', serial: moved.data['serial'] });
    const late = await world.call('projectManager', `${NOTICE}/Approve`, task);
    expect(late.code).toBe('conflict');
    const fresh = await info('projectManager', id);
    const stale = await world.call('projectManager', `${NOTICE}/Approve`, {
      NodeRecordId: fresh.data['NodeRecordId'],
      FormVersion: seen.data['FormVersion'],
    });
    expect(stale).toMatchObject({ code: 'conflict', message: '申请内容已变化，请核对后再处理' });
    const changes = stale.data['changes'] as readonly { readonly path: string }[];
    expect(changes.map((change) => change.path)).toEqual(['planStart', 'planEnd']);
  });

  it('is handled only as it stands, whoever wrote it last', async () => {
    const { id } = await submitNotice(world, 'operator');
    const { NodeRecordId, FormVersion } = (await info('projectManager', id)).data;
    const task = { NodeRecordId, Opinion: '时间不对' };
    const before = { ...task, FormVersion: Number(FormVersion) - 1 };
    for (const [action, body] of [
      ['Reject', before],
      ['Approve', before],
    ] as const)
      expect(await world.call('projectManager', `${NOTICE}/${action}`, body)).toMatchObject({
        code: 'conflict',
        message: '申请内容已变化，请核对后再处理',
      });
    // Written by something that the approval knows nothing of.
    await world.rows(`update f_construction_notice set version = version + 1 where id = ${id} returning id`);
    const changed = await world.call('projectManager', `${NOTICE}/Approve`, { ...task, FormVersion });
    expect(changed).toMatchObject({ code: 'conflict', message: '申请内容已变化，请核对后再处理' });
    expect((await info('operator', id)).data['Status']).toBe('running');
  });

  it('can be withdrawn until somebody handled it, and sent again', async () => {
    const { id, moved } = await submitNotice(world, 'operator');
    expect((await world.call('operator', `${NOTICE}/Withdraw`, { BusinessId: id })).data).toMatchObject({
      Status: 'withdrawn',
    });
    const mine = await info('operator', id);
    const again = await world.call('operator', `${NOTICE}/Submit`, {
      BusinessId: id,
      FormVersion: mine.data['FormVersion'],
    });
    expect(again.data).toMatchObject({ Status: 'running', serial: moved.data['serial'] });
    await agree(world, 'projectManager', id);
    const tooLate = await world.call('operator', `${NOTICE}/Withdraw`, { BusinessId: id });
    expect(tooLate.message).toMatch(/已由.+处理，不能撤回/);
  });
});

describe('a new record', () => {
  it('starts with what the project gives, the next number and the people it would go to', async () => {
    const { data } = await world.call('operator', `${NOTICE}/GetInitInfo`, { ProjectCode: PROJECT });
    expect(data['record']).toMatchObject({ project: PROJECT, customerContact: expect.any(String), stopSupply: false });
    expect(data['serialPreview']).toMatch(/^SLSG-\d{6}-\d{4}$/);
    const steps = data['steps'] as readonly { readonly key: string; readonly state: string }[];
    expect(steps.map((step) => step.key)).toEqual(['start', 's1', 's2', 's3', 's4', 's5']);
    expect(steps.find((step) => step.key === 's4')?.state).toBe('skipped');
  });

  it('is worked out on the server as it changes', async () => {
    const { data } = await world.call(
      'operator',
      `${NOTICE}/Preview`,
      noticeValues({ stopSupply: 'true', totalAmount: '0' }),
    );
    expect(data['record']).toMatchObject({ totalAmount: '235.00', workerCount: 1 });
    const steps = data['steps'] as readonly { readonly key: string; readonly state: string }[];
    expect(steps.find((step) => step.key === 's4')?.state).not.toBe('skipped');
  });

  it('needs the button', async () => {
    expect((await world.call('cashier', `${NOTICE}/Draft`, noticeValues())).code).toBe('forbidden');
    expect((await world.call('cashier', `${NOTICE}/GetInitInfo`, {})).code).toBe('forbidden');
  });
});

describe('classified values', () => {
  const TRANSFER = '/bpmapi/JobTransfer';

  it('stay closed to a maker whose roles do not open them, but for what they write', async () => {
    const hr = await world.session('hr');
    const module = world.engine.catalog.get('jobTransfer');
    if (!module) throw new Error('no module');
    const path = module.form.identity.api || TRANSFER;
    const values = { employee: (await world.session('operator')).userId, newSalary: '9000.00' };
    const open = await world.call(hr, `${path}/Preview`, values);
    expect(open.data['record']).toMatchObject({
      oldSalary: expect.stringMatching(/^\d+\.\d\d$/),
      newSalary: '9000.00',
    });
    const closed = { ...hr, permissions: { ...hr.permissions, classified: new Set<string>() } };
    const shown = await world.call(closed, `${path}/Preview`, values);
    expect(shown.data['record']).toMatchObject({ oldSalary: null, salaryChange: null, newSalary: '9000.00' });
    const kept = await world.call(hr, `${path}/Draft`, { ...values, oldSalary: '7000.00' });
    const sent = { BusinessId: kept.data['BusinessId'], FormVersion: kept.data['FormVersion'], oldSalary: '' };
    const saved = await world.call(closed, `${path}/Draft`, { ...sent, newSalary: '9100.00' });
    expect(saved.errors).toEqual([]);
    // What they do not see came to them empty, and goes back so: it is not cleared by that.
    expect(
      await world.rows(
        `select old_salary::text, new_salary::text from f_job_transfer where id = ${String(sent.BusinessId)}`,
      ),
    ).toEqual([{ old_salary: '7000.00', new_salary: '9100.00' }]);
    const sorted = await world.call(closed, `${path}/Index`, { SortField: 'salaryChange' });
    expect(sorted.errors[0]?.message).toContain('没有查看');
    const filtered = await world.call(closed, `${path}/Index`, { oldSalary: { from: '1' } });
    expect(filtered.errors[0]?.path).toBe('oldSalary');
  });
});
