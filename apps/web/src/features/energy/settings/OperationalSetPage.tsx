import { insertProjectSetUp, projectSetUp } from '@hengneng/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Input, InputNumber, Select } from 'antd';
import { type ReactElement, type ReactNode, useState } from 'react';
import { ApiError, callApi, messageOf } from '../../../lib/api.ts';
import { chinaClock, formatDateTime } from '../../../lib/format.ts';
import { notify } from '../../../lib/notify.ts';
import { can } from '../../../lib/permission.ts';
import { useUrlFilters } from '../../../lib/useUrlFilters.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { MomentPicker } from '../../../ui/moment/MomentPicker.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { useUnsavedGuard } from '../../../ui/useUnsavedGuard.ts';
import { lastProject } from '../last-project.ts';
import { ProjectFilter } from '../ProjectFilter.tsx';
import { CopyDialog } from './CopyDialog.tsx';
import { HolidaysSection } from './HolidaysSection.tsx';
import { HoursFields } from './HoursFields.tsx';
import { ObligationFields, RemindFields } from './ObligationFields.tsx';
import { StaleNotice } from './StaleNotice.tsx';
import { StopDaysSection } from './StopDaysSection.tsx';
import {
  ATTRIBUTIONS,
  differences,
  LABELS,
  type Operational,
  type OperationalValues,
  type OperationalVersion,
  type Shift,
} from './operational.ts';
import '../edit/edit.css';
import './settings.css';

const SCREEN = 'operationContent.setting.operationalSet';
const SET_TYPE = 'operational';
const COMPANY = '公司默认';

/** What the server says of the type is what the page asked for. */
const ask = async (project: string, signal: AbortSignal): Promise<Operational> =>
  (await callApi(projectSetUp, { SetType: SET_TYPE, ProjectCode: project }, { signal })) as Operational;

const NEW_SHIFT: Shift = { name: '', from: '08:00', to: '16:00', people: 1, handover: '' };

/** What a change begins with. */
const offeredOf = ({ Current, Offered }: Operational): OperationalVersion => ({
  ...Current,
  EffectFrom: Offered ?? Current.EffectFrom,
});

const Form = ({ set, onSaved }: { readonly set: Operational; readonly onSaved: () => void }): ReactElement => {
  /** What the person looked at when typing began: others may save meanwhile. */
  const [base, setBase] = useState(set);
  const [values, setValues] = useState<OperationalVersion>(() => offeredOf(set));
  const [reason, setReason] = useState('');
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({});
  const dirty = JSON.stringify(values) !== JSON.stringify(offeredOf(base));
  const stale = set.Version !== base.Version;
  if (stale && !dirty) {
    setBase(set);
    setValues(offeredOf(set));
  }
  useUnsavedGuard(dirty);
  const write = useWrite(insertProjectSetUp, {
    renews: ['operational', 'entrySheet'],
    said: '运行设置已保存，相关日用量正在重算',
    onDone: () => setWrong({}),
    onRenewed: onSaved,
    onError: (error) => {
      // Somebody else was first: what they saved is shown beside what stands here.
      if (error instanceof ApiError && error.conflict) void client.invalidateQueries({ queryKey: ['operational'] });
      const errors = error instanceof ApiError ? error.errors : [];
      setWrong(Object.fromEntries(errors.map(({ path, message }) => [path.split('[')[0] ?? path, message])));
      notify.error(messageOf(error));
    },
  });
  const client = useQueryClient();
  const mayEdit = can(SCREEN, 'edit') && set.MayEdit;
  /** No project's own: what all without settings follow. */
  const company = set.ProjectCode === '';
  const change = (change_: Partial<OperationalVersion>) => setValues((before) => ({ ...before, ...change_ }));
  const field = (key: keyof OperationalValues | 'EffectFrom', control: ReactNode, label?: string) => (
    <div className="set-field">
      <span>{label ?? (key === 'EffectFrom' ? '生效日' : LABELS[key])}</span>
      {control}
      {wrong[key] === undefined ? null : (
        <small role="alert" className="edit-error">
          {wrong[key]}
        </small>
      )}
    </div>
  );
  const time = (key: 'DayCut' | 'EntryTime' | 'MonthLockTime' | 'RemindTime') =>
    field(
      key,
      <Input
        aria-label={LABELS[key]}
        disabled={!mayEdit}
        value={values[key]}
        onChange={(event) => change({ [key]: event.target.value })}
      />,
    );
  const count = (key: 'Tolerance' | 'EntryDays' | 'DayLockDays' | 'MonthLockDay' | 'EscalateHours') =>
    field(
      key,
      <InputNumber
        aria-label={LABELS[key]}
        disabled={!mayEdit}
        value={values[key]}
        onChange={(value) => change({ [key]: value ?? 0 })}
      />,
    );
  const day = (key: 'CoolingFrom' | 'CoolingTo' | 'HeatingFrom' | 'HeatingTo') =>
    field(
      key,
      <Input
        aria-label={LABELS[key]}
        disabled={!mayEdit}
        value={values[key]}
        onChange={(event) => change({ [key]: event.target.value })}
      />,
    );
  const shift = (index: number, change_: Partial<Shift>) =>
    change({ Shifts: values.Shifts.map((one, at) => (at === index ? { ...one, ...change_ } : one)) });
  const own = differences(values, set.Defaults, set);
  return (
    <>
      {company ? (
        <p className="edit-soft">
          未单独设置的项目沿用公司默认；已单独设置的项目不受影响{set.MayEdit ? '' : '。公司默认由公司级的人员维护'}
        </p>
      ) : set.Inherited ? (
        <p className="edit-soft">未单独设置，沿用公司默认</p>
      ) : null}
      <section className="surface set-group" aria-label="抄表">
        <h2>抄表</h2>
        {field(
          'EffectFrom',
          <MomentPicker
            kind="date"
            value={values.EffectFrom}
            allowClear={false}
            disabled={!mayEdit}
            aria={{ 'aria-label': '生效日' }}
            onChange={(EffectFrom) => change({ EffectFrom: EffectFrom ?? '' })}
          />,
        )}
        {time('DayCut')}
        {field(
          'Attribution',
          <Select
            aria-label={LABELS.Attribution}
            disabled={!mayEdit}
            value={values.Attribution}
            options={(['previous', 'same'] as const).map((value) => ({ value, label: ATTRIBUTIONS[value] }))}
            onChange={(Attribution) => change({ Attribution })}
          />,
        )}
        {count('Tolerance')}
        {field(
          'ParamFreq',
          <Select
            aria-label={LABELS.ParamFreq}
            disabled={!mayEdit}
            value={values.ParamFreq}
            options={[1, 2, 4].map((hours) => ({ value: hours, label: `每 ${hours} 小时` }))}
            onChange={(ParamFreq) => change({ ParamFreq })}
          />,
        )}
        <ObligationFields set={set} values={values} disabled={!mayEdit} field={field} onChange={change} />
      </section>
      <section className="surface set-group" aria-label="锁定与提醒">
        <h2>录入截止、锁定与提醒</h2>
        {count('EntryDays')}
        {time('EntryTime')}
        {count('DayLockDays')}
        {count('MonthLockDay')}
        {time('MonthLockTime')}
        <RemindFields values={values} disabled={!mayEdit} field={field} time={time} count={count} onChange={change} />
      </section>
      <section className="surface set-group" aria-label="供能季">
        <h2>供能季</h2>
        {day('CoolingFrom')}
        {day('CoolingTo')}
        {day('HeatingFrom')}
        {day('HeatingTo')}
      </section>
      <HoursFields set={set} values={values} disabled={!mayEdit} field={field} onChange={change} />
      <section className="surface set-shifts" aria-label="班次">
        <h2>班次</h2>
        {wrong['Shifts'] === undefined ? null : (
          <small role="alert" className="edit-error">
            {wrong['Shifts']}
          </small>
        )}
        {values.Shifts.map((one, index) => (
          // A shift has no name of its own before somebody gives it one.
          // oxlint-disable-next-line react/no-array-index-key
          <div className="set-shift" key={index}>
            <Input
              aria-label={`第${index + 1}班 名称`}
              disabled={!mayEdit}
              value={one.name}
              onChange={(event) => shift(index, { name: event.target.value })}
            />
            <Input
              aria-label={`第${index + 1}班 起`}
              disabled={!mayEdit}
              value={one.from}
              onChange={(event) => shift(index, { from: event.target.value })}
            />
            <Input
              aria-label={`第${index + 1}班 止`}
              disabled={!mayEdit}
              value={one.to}
              onChange={(event) => shift(index, { to: event.target.value })}
            />
            <Input
              aria-label={`第${index + 1}班 交接时刻`}
              placeholder={`交接 ${one.to}`}
              disabled={!mayEdit}
              value={one.handover}
              onChange={(event) => shift(index, { handover: event.target.value })}
            />
            <InputNumber
              aria-label={`第${index + 1}班 人数`}
              disabled={!mayEdit}
              value={one.people}
              onChange={(people) => shift(index, { people: people ?? 1 })}
            />
            {mayEdit ? (
              <Button type="text" onClick={() => change({ Shifts: values.Shifts.filter((_, at) => at !== index) })}>
                移除
              </Button>
            ) : null}
          </div>
        ))}
        {mayEdit ? <Button onClick={() => change({ Shifts: [...values.Shifts, NEW_SHIFT] })}>加班次</Button> : null}
      </section>
      <section className="surface set-shifts" aria-label={company ? '与系统预置的差异' : '与公司默认的差异'}>
        <h2>{company ? '与系统预置的差异' : '与公司默认的差异'}</h2>
        {own.length === 0 ? <p className="edit-soft">{company ? '与系统预置相同' : '与公司默认相同'}</p> : null}
        <ul>
          {own.map((one) => (
            <li key={one.label}>
              {one.label}：{one.own}（默认 {one.company}）
            </li>
          ))}
        </ul>
      </section>
      {stale && dirty ? (
        <StaleNotice
          mine={values}
          newest={set}
          onKeep={() => setBase(set)}
          onTake={() => {
            setBase(set);
            setValues(offeredOf(set));
          }}
        />
      ) : null}
      {mayEdit ? (
        <footer className="surface set-foot">
          <Input
            aria-label="修改原因"
            placeholder="修改原因"
            maxLength={200}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
          <Button
            type="primary"
            disabled={!dirty}
            loading={write.isPending}
            onClick={() => {
              setWrong({});
              write.mutate({
                SetType: SET_TYPE,
                ProjectCode: set.ProjectCode,
                ...values,
                Reason: reason,
                Version: base.Version,
              });
            }}
          >
            保存
          </Button>
        </footer>
      ) : null}
      <section className="surface set-shifts" aria-label="修改记录">
        <h2>历次设置</h2>
        <ul>
          {set.rows.map((one) => (
            <li key={one.EffectFrom}>
              {one.EffectFrom} 起，抄表 {one.DayCut}，{ATTRIBUTIONS[one.Attribution]}，v{one.Version}
              {one.Editor ? `，${one.Editor}` : ''}
              {one.EditTime ? ` ${formatDateTime(one.EditTime)}` : ''} {one.Reason ?? ''}
            </li>
          ))}
        </ul>
      </section>
    </>
  );
};

/** When a project's meters are read, how long readings may be entered, its seasons and shifts. */
const OperationalSetPage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const [kept] = useState(lastProject);
  const [copying, setCopying] = useState(false);
  const [saved, setSaved] = useState(0);
  const [today] = useState(() => chinaClock(new Date()).toISOString().slice(0, 10));
  const company = filters['scope'] === COMPANY;
  const project = company ? '' : (filters['ProjectCode'] ?? kept);
  const set = useQuery({
    queryKey: ['operational', project],
    queryFn: ({ signal }) => ask(project, signal),
    enabled: company || project !== '',
  });
  return (
    <>
      <PageHeader
        title="运行设置"
        note="抄表时刻与必录项、录入截止、锁定与提醒、供能季、营业时间与气象、班次与交接、节假日、停机日；带生效日，历史按当时的设置计算"
        actions={
          can(SCREEN, 'associatedProject') && project !== '' && set.data !== undefined ? (
            <Button onClick={() => setCopying(true)}>复制到其他项目</Button>
          ) : null
        }
      />
      <div className="filter-bar surface edit-filter">
        <ProjectFilter
          project={project}
          onPick={(code) => {
            setFilters({ ProjectCode: code, scope: null });
          }}
        />
        <Button
          type={company ? 'primary' : 'default'}
          aria-pressed={company}
          onClick={() => setFilters({ scope: company ? null : COMPANY })}
        >
          公司默认
        </Button>
      </div>
      {project === '' && !company ? (
        <section className="surface">
          <EmptyHint text="请先选择项目" />
        </section>
      ) : set.isPending ? (
        <SkeletonDelay />
      ) : set.isError ? (
        <ErrorRetry error={set.error} onRetry={() => void set.refetch()} />
      ) : (
        <>
          <Form key={`${project} ${saved}`} set={set.data} onSaved={() => setSaved((before) => before + 1)} />
          <HolidaysSection
            key={`holidays ${project}`}
            project={project}
            today={today}
            mayEdit={can(SCREEN, 'edit') && set.data.MayEdit}
          />
          {company ? null : (
            <StopDaysSection key={project} project={project} today={today} mayEdit={can(SCREEN, 'edit')} />
          )}
        </>
      )}
      {copying && set.data !== undefined ? (
        <CopyDialog set={set.data} today={today} onClose={() => setCopying(false)} />
      ) : null}
    </>
  );
};

export default OperationalSetPage;
