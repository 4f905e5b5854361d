import {
  COMMUNITY_STATES,
  communitySave,
  type CommunityDetail,
  type CommunityParams,
  type CommunityRow,
  DAY_COUNTS,
  type InputOf,
  SEASON_KINDS,
} from '@hengneng/contracts';
import { Button, Checkbox, Form, Input, InputNumber, Select } from 'antd';
import { type ReactElement, useState } from 'react';
import { ProjectPick } from '../../../engine/widgets/ProjectPick.tsx';
import { useProjectName } from '../../../lib/project-name.ts';
import { ApiError } from '../../../lib/api.ts';
import { can } from '../../../lib/permission.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { DataTable } from '../../../ui/DataTable.tsx';
import { showErrors } from '../../../ui/form-errors.ts';
import { MomentPicker } from '../../../ui/moment/MomentPicker.tsx';
import { COMMUNITIES, COMMUNITY_OPTIONS, COMMUNITY_SCREEN, filled, todayHere } from './shared.ts';

type Save = InputOf<typeof communitySave>;

/** What is kept of a community besides what a form changes. */
const basicOf = (row: CommunityRow): Save => ({
  id: row.id,
  version: row.version,
  code: row.code,
  name: row.name,
  project: row.project,
  address: row.address,
  company: row.company,
  phone: row.phone,
  sellerName: row.sellerName,
  sellerTaxNo: row.sellerTaxNo,
  state: row.state,
});

const RENEWS = [COMMUNITIES, COMMUNITY_OPTIONS] as const;

const ProjectField = ({
  value,
  onChange,
}: {
  readonly value?: string;
  readonly onChange?: (code: string | undefined) => void;
}): ReactElement => {
  const name = useProjectName(value === '' ? undefined : value);
  return (
    <ProjectPick
      value={value === '' ? undefined : value}
      name={name}
      label="所属项目"
      onPick={(code) => onChange?.(code)}
    />
  );
};

const needed = (what: string) => [{ required: true, message: what }];

/** 基本. A new community gets the usual parameters with it. */
export const CommunityForm = ({
  row,
  onSaved,
}: {
  readonly row: CommunityRow | null;
  readonly onSaved?: () => void;
}): ReactElement => {
  const [form] = Form.useForm<Record<string, unknown>>();
  const save = useWrite(communitySave, {
    said: '小区已保存',
    renews: RENEWS,
    onRenewed: () => onSaved?.(),
    onError: (error) => showErrors(form, error),
  });
  const may = can(COMMUNITY_SCREEN, row === null ? 'add' : 'edit');
  return (
    <Form
      name="community-form"
      form={form}
      layout="vertical"
      disabled={!may}
      initialValues={row ?? { state: '启用', code: '', name: '', address: '', company: '', phone: '' }}
      onFinish={(values) =>
        save.mutate({
          ...(row === null ? { params: USUAL } : { id: row.id, version: row.version }),
          ...filled(values),
        } as Save)
      }
    >
      <div className="registry-two">
        <Form.Item name="code" label="编码" extra="账单号的一部分" rules={needed('请填写编码')}>
          <Input maxLength={6} />
        </Form.Item>
        <Form.Item name="name" label="名称" rules={needed('请填写名称')}>
          <Input maxLength={60} />
        </Form.Item>
        <Form.Item name="project" label="所属项目" rules={needed('请选择所属项目')}>
          <ProjectField />
        </Form.Item>
        <Form.Item name="state" label="状态" extra="停用后不可出账与收新账，仍可收历史欠费">
          <Select options={COMMUNITY_STATES.map((value) => ({ value, label: value }))} />
        </Form.Item>
      </div>
      <Form.Item name="address" label="地址">
        <Input maxLength={120} />
      </Form.Item>
      <div className="registry-two">
        <Form.Item name="company" label="账单抬头">
          <Input maxLength={60} />
        </Form.Item>
        <Form.Item name="phone" label="电话">
          <Input maxLength={30} />
        </Form.Item>
        <Form.Item name="sellerName" label="开票主体">
          <Input maxLength={100} />
        </Form.Item>
        <Form.Item name="sellerTaxNo" label="税号">
          <Input maxLength={20} />
        </Form.Item>
      </div>
      {may ? (
        <Button type="primary" htmlType="submit" loading={save.isPending}>
          保存
        </Button>
      ) : null}
    </Form>
  );
};

const USUAL: CommunityParams = {
  billDay: 1,
  dueDays: 30,
  graceDays: 0,
  penaltyRate: '0.5',
  penaltyCap: '100',
  penaltyFirst: true,
  dayCount: '实际天数',
  keepRate: '30',
  minSuspendDays: 30,
  partial: true,
  autoDeduct: false,
  tierReset: '01-01',
};

const COUNTS = [
  { name: 'billDay', label: '出账日', min: 1, max: 28 },
  { name: 'dueDays', label: '到期天数（天）', min: 0, max: 90 },
  { name: 'graceDays', label: '宽限天数（天）', min: 0, max: 90 },
  { name: 'minSuspendDays', label: '最短停用（天）', min: 0, max: 366 },
] as const;
const RATES = [
  { name: 'penaltyRate', label: '违约金日率（‰）' },
  { name: 'penaltyCap', label: '违约金上限（%）' },
  { name: 'keepRate', label: '停用保留比例（%）' },
] as const;
const CHECKS = [
  { name: 'penaltyFirst', label: '先冲违约金，后冲本金' },
  { name: 'partial', label: '允许部分缴费' },
  { name: 'autoDeduct', label: '发布账单后自动抵扣预存' },
] as const;

const paramsError = (error: unknown): unknown =>
  error instanceof ApiError
    ? new ApiError(
        error.status,
        error.message,
        error.errors.map(({ path, message }) => ({ path: path.replace(/^params\./, ''), message })),
      )
    : error;

/** 参数, with the versions that were and will be. */
export const ParamsForm = ({
  row,
  detail,
}: {
  readonly row: CommunityRow;
  readonly detail: CommunityDetail;
}): ReactElement => {
  const [form] = Form.useForm<CommunityParams>();
  const save = useWrite(communitySave, {
    said: ({ paramVersion }) => (paramVersion === null ? '参数没有变化' : `参数已保存，${paramVersion} 起生效`),
    renews: RENEWS,
    onError: (error) => showErrors(form, paramsError(error)),
  });
  const may = can(COMMUNITY_SCREEN, 'edit');
  // What is laid down for the next period is what is edited; until then the present one holds.
  const [latest] = detail.versions;
  return (
    <>
      <Form<CommunityParams>
        name="params-form"
        form={form}
        layout="vertical"
        disabled={!may}
        initialValues={latest ?? detail.params ?? USUAL}
        onFinish={(params) => save.mutate({ ...basicOf(row), params })}
      >
        <p className="note">改动自 {detail.nextPeriod} 账期起生效，已出账的账期不受影响</p>
        <div className="registry-two">
          {COUNTS.map(({ name, label, min, max }) => (
            <Form.Item key={name} name={name} label={label} rules={needed(`请填写${label}`)}>
              <InputNumber<number> min={min} max={max} precision={0} />
            </Form.Item>
          ))}
          {RATES.map(({ name, label }) => (
            <Form.Item key={name} name={name} label={label} rules={needed(`请填写${label}`)}>
              <Input maxLength={8} inputMode="decimal" />
            </Form.Item>
          ))}
          <Form.Item name="dayCount" label="天数口径">
            <Select options={DAY_COUNTS.map((value) => ({ value, label: value }))} />
          </Form.Item>
          <Form.Item
            name="tierReset"
            label="阶梯清零日（月-日）"
            extra="阶梯价的累计用量每年自该日重计"
            rules={needed('请填写阶梯清零日')}
          >
            <Input maxLength={5} placeholder="01-01" />
          </Form.Item>
        </div>
        {CHECKS.map(({ name, label }) => (
          <Form.Item key={name} name={name} valuePropName="checked">
            <Checkbox>{label}</Checkbox>
          </Form.Item>
        ))}
        {may ? (
          <Button type="primary" htmlType="submit" loading={save.isPending}>
            保存参数
          </Button>
        ) : null}
      </Form>
      <h3>参数版本</h3>
      <DataTable
        label="参数版本"
        columns={[
          { key: 'from', head: '生效起', show: (of) => `${of.from}${of.ahead ? '（未生效）' : ''}` },
          { key: 'billDay', head: '出账日', number: true },
          { key: 'dueDays', head: '到期', unit: '天', number: true },
          { key: 'graceDays', head: '宽限', unit: '天', number: true },
          { key: 'penaltyRate', head: '日率', unit: '‰', number: true },
          { key: 'penaltyCap', head: '上限', unit: '%', number: true },
          { key: 'keepRate', head: '停用保留', unit: '%', number: true },
          { key: 'dayCount', head: '天数口径' },
          { key: 'tierReset', head: '阶梯清零日' },
          { key: 'editor', head: '修改人', show: (of) => of.editor ?? '—' },
        ]}
        rows={detail.versions}
        rowKey={(of) => of.from}
      />
    </>
  );
};

type Season = CommunityDetail['season'][number];

const daysOf = (from: string, to: string): string =>
  from === '' || to === '' ? '—' : String(Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000));

/** 季历: which days seasons have. A season that was billed stands. */
export const SeasonForm = ({
  row,
  detail,
}: {
  readonly row: CommunityRow;
  readonly detail: CommunityDetail;
}): ReactElement => {
  const [seasons, setSeasons] = useState<readonly Season[]>(detail.season);
  const [faults, setFaults] = useState<readonly string[]>([]);
  const save = useWrite(communitySave, {
    said: '季历已保存',
    renews: RENEWS,
    onDone: () => setFaults([]),
    onError: (error) =>
      setFaults(
        error instanceof ApiError
          ? [...error.errors.map(({ message }) => message), ...(error.errors.length === 0 ? [error.message] : [])]
          : [],
      ),
  });
  const may = can(COMMUNITY_SCREEN, 'edit');
  const change = (at: number, of: Partial<Season>) =>
    setSeasons(seasons.map((season, index) => (index === at ? { ...season, ...of } : season)));
  return (
    <>
      <p className="note">起含当日，止不含当日；已出账的季不能修改</p>
      {seasons.length === 0 ? <p className="note">还没有季历，按季计费的费项不能出账</p> : null}
      {seasons.map((season, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name of their own while they are entered
        <div key={at} className="registry-season">
          <Select
            aria-label="季别"
            value={season.kind}
            disabled={!may || season.locked}
            options={SEASON_KINDS.map((value) => ({ value, label: value }))}
            onChange={(kind) => change(at, { kind })}
          />
          <InputNumber<number>
            aria-label="年度"
            value={season.year}
            min={2000}
            max={2100}
            disabled={!may || season.locked}
            onChange={(year) => change(at, { year: year ?? season.year })}
          />
          <MomentPicker
            kind="date"
            value={season.from || null}
            disabled={!may || season.locked}
            aria={{ 'aria-label': `${season.year}${season.kind}起` }}
            onChange={(from) => change(at, { from: from ?? '' })}
          />
          <MomentPicker
            kind="date"
            value={season.to || null}
            disabled={!may || season.locked}
            aria={{ 'aria-label': `${season.year}${season.kind}止` }}
            onChange={(to) => change(at, { to: to ?? '' })}
          />
          <span className="money">{daysOf(season.from, season.to)} 天</span>
          {season.locked ? (
            <small>已锁定</small>
          ) : may ? (
            <Button
              type="link"
              className="cell-link"
              onClick={() => setSeasons(seasons.filter((_, index) => index !== at))}
            >
              删除
            </Button>
          ) : null}
        </div>
      ))}
      {faults.map((fault) => (
        <p key={fault} role="alert" className="error-retry-detail">
          {fault}
        </p>
      ))}
      {may ? (
        <>
          <Button
            onClick={() => {
              const year = Math.max(Number(todayHere().slice(0, 4)) - 1, ...seasons.map((season) => season.year)) + 1;
              const fresh = { days: 0, locked: false, year };
              setSeasons([
                { ...fresh, kind: '供冷季', from: `${year}-06-01`, to: `${year}-10-01` },
                { ...fresh, kind: '供暖季', from: `${year}-11-15`, to: `${year + 1}-03-16` },
                ...seasons,
              ]);
            }}
          >
            增加年度
          </Button>{' '}
          <Button
            type="primary"
            loading={save.isPending}
            onClick={() =>
              save.mutate({
                ...basicOf(row),
                season: seasons.map(({ kind, year, from, to }) => ({ kind, year, from, to })),
              })
            }
          >
            保存季历
          </Button>
        </>
      ) : null}
    </>
  );
};
