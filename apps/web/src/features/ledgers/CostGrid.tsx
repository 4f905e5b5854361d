import { costCheck, costLock, costSave, type ViewRow, viewIndex } from '@hengneng/contracts';
import { addMoney, compareMoney, money, moneyText, shortCodeOf, sumMoney } from '@hengneng/core';
import { thousands, today } from '@hengneng/form-kit';
import { maintenanceCosts } from '@hengneng/forms/views';
import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Input, Popconfirm, Select } from 'antd';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { textOf } from '../../engine/rows/text.ts';
import { ReferencePicker } from '../../engine/widgets/reference.tsx';
import { ApiError, callApi, messageOf } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { can } from '../../lib/permission.ts';
import { useSession } from '../../lib/session.ts';
import { useUrlFilters } from '../../lib/useUrlFilters.ts';
import { useWrite } from '../../lib/useWrite.ts';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';
import { MomentPicker } from '../../ui/moment/MomentPicker.tsx';
import { useUnsavedGuard } from '../../ui/useUnsavedGuard.ts';
import { CostManualDialog } from './CostManualDialog.tsx';
import { costAddress } from './cost-address.ts';
import './cost-grid.css';

const SCREEN = shortCodeOf(maintenanceCosts.screen);
const BEARERS = maintenanceCosts.columns.bearer.options;

const PARTS = ['material', 'labour', 'outsourced', 'transport'] as const;
const SHARES = ['ours', 'customer', 'supplier'] as const;
type Key = (typeof PARTS)[number] | (typeof SHARES)[number] | 'bearer' | 'invoiceNo';
type Edited = Readonly<Partial<Record<Key, string>>>;

const isAmount = (value: string): boolean => /^\d{1,13}(\.\d{1,2})?$/.test(value.trim());
const amount = (value: string) => money(isAmount(value) ? value.trim() : '0');

/** Everything to one of the three, as a bearer means it: what is insured or somebody's fault we pay first. */
const sharesOf = (bearer: string, total: string): Edited => ({
  ours: bearer === '客户' || bearer === '供应商质保' ? '0.00' : total,
  customer: bearer === '客户' ? total : '0.00',
  supplier: bearer === '供应商质保' ? total : '0.00',
});

/** A project's month, to be entered, checked and closed. */
export const CostGrid = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const [opened] = useState(() => today(new Date()).slice(0, 7));
  const me = useSession((state) => state.userId);
  const project = filters['project'] ?? '';
  const month = filters['month'] ?? opened;
  const [names, setNames] = useState<Readonly<Record<string, string>>>({});
  const [edits, setEdits] = useState<Readonly<Record<string, Edited>>>({});
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({});
  const [adding, setAdding] = useState(false);
  useUnsavedGuard(Object.keys(edits).length > 0);
  const list = useQuery({
    queryKey: ['rows', 'costGrid', project, month],
    queryFn: ({ signal }) =>
      callApi(viewIndex(maintenanceCosts), { project, month: { from: month, to: month }, PageSize: 500 }, { signal }),
    enabled: project !== '',
  });
  const rows = list.data?.rows ?? [];
  const valueOf = (row: ViewRow, key: Key): string => edits[row.id]?.[key] ?? textOf(row, key);
  const totalOf = (row: ViewRow): string => moneyText(sumMoney(PARTS.map((key) => amount(valueOf(row, key)))));
  const change = (row: ViewRow, values: Edited) => {
    setEdits((before) => ({ ...before, [row.id]: { ...before[row.id], ...values } }));
    setWrong(({ [row.id]: _, ...rest }) => rest);
  };
  const changePart = (row: ViewRow, key: Key, value: string) => {
    const parts = PARTS.map((part) => amount(part === key ? value : valueOf(row, part)));
    change(row, { [key]: value, ...sharesOf(valueOf(row, 'bearer'), moneyText(sumMoney(parts))) });
  };
  const onDone = () => {
    setEdits({});
    setChosen(new Set());
  };
  const toSave = rows.filter((row) => edits[row.id] !== undefined);
  const unbalanced = (row: ViewRow): string | null => {
    const keys = [...PARTS, ...SHARES];
    if (keys.some((key) => !isAmount(valueOf(row, key)))) return '金额最多两位小数且不能为负数';
    const shares = SHARES.reduce((sum, key) => addMoney(sum, amount(valueOf(row, key))), money('0'));
    return compareMoney(shares, amount(totalOf(row))) === 0 ? null : '承担金额之和应等于费用合计';
  };
  const onError = (error: unknown, sent: readonly { readonly Id: string }[] = []) => {
    const [first] = error instanceof ApiError ? error.errors : [];
    const at = /^rows\[(\d+)\]/.exec(first?.path ?? '')?.[1];
    const row = at === undefined ? undefined : sent[Number(at)];
    if (row && first) setWrong({ [row.Id]: first.message });
    notify.error(messageOf(error));
  };
  const inputOf = (row: ViewRow) => ({
    Id: row.id,
    material: valueOf(row, 'material'),
    labour: valueOf(row, 'labour'),
    outsourced: valueOf(row, 'outsourced'),
    transport: valueOf(row, 'transport'),
    ours: valueOf(row, 'ours'),
    customer: valueOf(row, 'customer'),
    supplier: valueOf(row, 'supplier'),
    bearer: BEARERS.find((one) => one === valueOf(row, 'bearer')) ?? '我方',
    invoiceNo: valueOf(row, 'invoiceNo'),
  });
  const written = { onDone, renews: ['rows'], onError: (error: unknown) => onError(error) };
  const save = useWrite(costSave, {
    ...written,
    said: ({ saved }) => `已保存${saved}条`,
    onError: (error, { rows: sent }) => onError(error, sent),
  });
  const check = useWrite(costCheck, { ...written, said: ({ checked }) => `已核对${checked}条` });
  const lock = useWrite(costLock, { ...written, said: '该月已锁定' });
  const trySave = () => {
    // Costs that were confirmed as their records have them are entered, too.
    const sent = [...toSave, ...rows.filter((row) => chosen.has(row.id) && row['state'] === '待录' && !edits[row.id])];
    const errors = Object.fromEntries(
      sent.flatMap((row) => (unbalanced(row) ? [[row.id, unbalanced(row) ?? '']] : [])),
    );
    setWrong(errors);
    if (Object.keys(errors).length > 0) return;
    save.mutate({ rows: sent.map(inputOf) });
  };
  const savable = toSave.length > 0 || rows.some((row) => chosen.has(row.id) && row['state'] === '待录');
  const checkable = chosen.size > 0 && rows.every((row) => !chosen.has(row.id) || row['state'] === '已录');
  const locked = rows.length > 0 && rows.every((row) => row['state'] === '已锁定');
  const count = (state: string) => rows.filter((row) => row['state'] === state).length;
  const sum = (key: (typeof SHARES)[number]) =>
    thousands(moneyText(sumMoney(rows.map((row) => amount(valueOf(row, key))))));
  const names_ = { ...list.data?.labels['project'], ...names };
  const mayEdit = can(SCREEN, 'edit');
  const cell = (row: ViewRow, key: Key, label: string, editable: boolean) =>
    editable ? (
      <Input
        size="small"
        aria-label={`${textOf(row, 'documentNo')} ${label}`}
        inputMode="decimal"
        status={key !== 'invoiceNo' && !isAmount(valueOf(row, key)) ? 'error' : ''}
        value={valueOf(row, key)}
        onChange={(event) =>
          PARTS.some((part) => part === key)
            ? changePart(row, key, event.target.value)
            : change(row, { [key]: event.target.value })
        }
      />
    ) : key === 'invoiceNo' ? (
      valueOf(row, key) || '—'
    ) : (
      thousands(valueOf(row, key))
    );
  return (
    <>
      <div className="filter-bar surface cost-filter">
        <ReferencePicker
          entity="project"
          value={project}
          labels={names_}
          aria={{ 'aria-label': '项目' }}
          placeholder="请选择项目"
          onPick={(next, words) => {
            setNames(words);
            setEdits({});
            setFilters({ project: typeof next === 'string' ? next : null });
          }}
        />
        <MomentPicker
          kind="month"
          aria={{ 'aria-label': '费用月份' }}
          value={month}
          allowClear={false}
          onChange={(next) => {
            setEdits({});
            setFilters({ month: next });
          }}
        />
      </div>
      <div className="surface list-surface">
        {project === '' ? (
          <EmptyHint text="请先选择项目" />
        ) : list.error ? (
          <ErrorRetry error={list.error} onRetry={() => void list.refetch()} />
        ) : list.data === undefined ? (
          <SkeletonDelay rows={6} />
        ) : (
          <>
            <div className="view-tools">
              <span className="cost-count">
                待录 {count('待录')} 条，待核 {count('已录')} 条，已核 {count('已核')} 条
                {locked ? '，本月已锁定，调整请记在次月' : ''}
              </span>
              {can(SCREEN, 'add') && !locked ? <Button onClick={() => setAdding(true)}>手工补录</Button> : null}
              {mayEdit && !locked ? (
                <>
                  <Button type="primary" disabled={!savable} loading={save.isPending} onClick={trySave}>
                    保存
                  </Button>
                  <Button
                    disabled={!checkable}
                    loading={check.isPending}
                    onClick={() => check.mutate({ Ids: [...chosen] })}
                  >
                    核对
                  </Button>
                  <Popconfirm
                    title={`锁定 ${month}？锁定后只能在次月调整`}
                    okText="锁定"
                    cancelText="取消"
                    onConfirm={() => lock.mutate({ ProjectCode: project, month })}
                  >
                    <Button disabled={rows.length === 0} loading={lock.isPending}>
                      锁定月份
                    </Button>
                  </Popconfirm>
                </>
              ) : null}
            </div>
            {rows.length === 0 ? (
              <EmptyHint text="本月没有维修费用" />
            ) : (
              <div className="list-scroll" role="region" aria-label="维修费用" tabIndex={-1}>
                <table className="plain-table cost-grid">
                  <thead>
                    <tr>
                      <th scope="col">选</th>
                      <th scope="col">来源单号</th>
                      <th scope="col">来源</th>
                      <th scope="col">设备</th>
                      <th scope="col">原因</th>
                      <th scope="col">材料费</th>
                      <th scope="col">人工费</th>
                      <th scope="col">外协费</th>
                      <th scope="col">机械运输</th>
                      <th scope="col" className="right">
                        合计
                      </th>
                      <th scope="col">承担方</th>
                      <th scope="col">我方承担</th>
                      <th scope="col">客户承担</th>
                      <th scope="col">供应商承担</th>
                      <th scope="col">发票号</th>
                      <th scope="col">状态</th>
                    </tr>
                  </thead>
                  <tbody>
                    {rows.map((row) => {
                      const editable = mayEdit && row['state'] !== '已锁定';
                      const address = costAddress(row);
                      const own = row['state'] === '已录' && row['enteredBy'] === me;
                      return (
                        <tr key={row.id} className={wrong[row.id] ? 'row-bad' : edits[row.id] ? 'row-warn' : undefined}>
                          <td>
                            <Checkbox
                              aria-label={`选择 ${textOf(row, 'documentNo')}`}
                              disabled={!editable || row['state'] === '已核' || own}
                              title={own ? '您录入的由他人核对' : undefined}
                              checked={chosen.has(row.id)}
                              onChange={(event) => {
                                const next = new Set(chosen);
                                if (event.target.checked) next.add(row.id);
                                else next.delete(row.id);
                                setChosen(next);
                              }}
                            />
                          </td>
                          <td className="cell-main">
                            {address ? (
                              <Link to={address}>{textOf(row, 'documentNo')}</Link>
                            ) : (
                              textOf(row, 'documentNo')
                            )}
                            {wrong[row.id] ? <small role="alert">{wrong[row.id]}</small> : null}
                          </td>
                          <td>{textOf(row, 'source')}</td>
                          <td>{list.data.labels['device']?.[textOf(row, 'device')] ?? '—'}</td>
                          <td>{textOf(row, 'cause') || '—'}</td>
                          <td>{cell(row, 'material', '材料费', editable)}</td>
                          <td>{cell(row, 'labour', '人工费', editable)}</td>
                          <td>{cell(row, 'outsourced', '外协费', editable)}</td>
                          <td>{cell(row, 'transport', '机械运输', editable)}</td>
                          <td className="right">{thousands(totalOf(row))}</td>
                          <td>
                            {editable ? (
                              <Select
                                size="small"
                                aria-label={`${textOf(row, 'documentNo')} 承担方`}
                                value={valueOf(row, 'bearer')}
                                options={BEARERS.map((one) => ({ value: one, label: one }))}
                                onChange={(next: string) =>
                                  change(row, { bearer: next, ...sharesOf(next, totalOf(row)) })
                                }
                              />
                            ) : (
                              valueOf(row, 'bearer')
                            )}
                          </td>
                          <td>{cell(row, 'ours', '我方承担', editable)}</td>
                          <td>{cell(row, 'customer', '客户承担', editable)}</td>
                          <td>{cell(row, 'supplier', '供应商承担', editable)}</td>
                          <td>{cell(row, 'invoiceNo', '发票号', editable)}</td>
                          <td>{edits[row.id] ? '未保存' : textOf(row, 'state')}</td>
                        </tr>
                      );
                    })}
                  </tbody>
                  <tfoot>
                    <tr>
                      <td colSpan={9}>合计（元）</td>
                      <td className="right">
                        {thousands(moneyText(sumMoney(rows.map((row) => amount(totalOf(row))))))}
                      </td>
                      <td />
                      <td>{sum('ours')}</td>
                      <td>{sum('customer')}</td>
                      <td>{sum('supplier')}</td>
                      <td colSpan={2} />
                    </tr>
                  </tfoot>
                </table>
              </div>
            )}
            <p className="note view-note">
              待录的行按来源单带出，勾选后保存即为确认，也可改后保存；录入的由他人勾选后核对；改动已核的行须重新核对。保险、责任人承担的先由我方垫付。
              锁定由财务办理，与来源单已入账不同的差额计入项目当月维修费。
            </p>
          </>
        )}
      </div>
      {adding ? <CostManualDialog project={project} month={month} onClose={() => setAdding(false)} /> : null}
    </>
  );
};
