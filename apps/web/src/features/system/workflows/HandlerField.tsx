import { ROLES, type RoleCode } from '@hengneng/core';
import { type ChainBy, type CompiledForm, isChainBy, usersIn } from '@hengneng/form-kit';
import { Button, Select } from 'antd';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { useSynced } from '../../../lib/useSynced.ts';
import { canOpen } from '../../../lib/permission.ts';
import { USERS_CODE } from '../names.ts';
import { UserSelect } from '../pickers.tsx';

type Kind = 'projectManager' | 'areaManager' | 'deptManager' | 'role' | 'field' | 'chosen' | 'user' | 'applicant';

const KINDS: readonly { readonly value: Kind; readonly label: string }[] = [
  { value: 'projectManager', label: '项目经理' },
  { value: 'areaManager', label: '区域经理' },
  { value: 'deptManager', label: '部门负责人' },
  { value: 'role', label: '角色' },
  { value: 'field', label: '单据中的人员字段' },
  { value: 'chosen', label: '上一步指定' },
  { value: 'user', label: '固定人员' },
];

const kindOf = (by: ChainBy): Kind => {
  const kind = by.replace(/\(.*$/, '');
  return kind === 'applicant' || kind === 'role' || kind === 'field' || kind === 'user' || kind === 'chosen'
    ? kind
    : (KINDS.find((one) => one.value === kind)?.value ?? 'role');
};

export const ROLE_OPTIONS = Object.entries(ROLES).map(([value, label]) => ({ value, label }));
export const isRole = (value: string): value is RoleCode => Object.hasOwn(ROLES, value);

interface Props {
  readonly form: CompiledForm;
  readonly value: ChainBy;
  readonly disabled: boolean;
  readonly label: string;
  readonly names: ReadonlyMap<string, string>;
  readonly onName: (userId: string, name: string) => void;
  /** `chosen` and the applicant's own step make no sense here. */
  readonly plain?: boolean;
  readonly onChange: (value: ChainBy) => void;
}

/** The certain people of a step; a rule that names nobody yet is told as such, and is not saved. */
const People = ({ value, disabled, label, names, onName, onChange }: Props): ReactElement => {
  const ids = usersIn(value) ?? [];
  const write = (next: readonly string[]): void => {
    const by = `user(${next.join(',')})`;
    if (isChainBy(by)) onChange(by);
  };
  return (
    <div className="flow-people">
      {ids.map((id) => (
        <span key={id} className="tag tag-neutral">
          {names.get(id) ?? id}
          {disabled || ids.length === 1 ? null : (
            <Button
              type="text"
              size="small"
              aria-label={`移除${names.get(id) ?? id}`}
              onClick={() => write(ids.filter((one) => one !== id))}
            >
              ×
            </Button>
          )}
        </span>
      ))}
      {disabled ? null : (
        <UserSelect
          key={ids.join()}
          label={ids.length === 0 ? `${label}的人员` : '添加固定人员'}
          activeOnly
          without={ids}
          onName={onName}
          placeholder={`${ids.length === 0 ? '选择' : '添加'}人员：姓名、账号或拼音`}
          onChange={(id) => (id === undefined || ids.includes(id) ? undefined : write([...ids, id]))}
        />
      )}
    </div>
  );
};

/** Who handles a step. */
export const HandlerField = (props: Props): ReactElement => {
  const { form, value, disabled, label, plain = false, onChange } = props;
  const [kind, setKind] = useSynced<ChainBy, Kind>(value, kindOf);
  const fields = form.fields.filter((of) => of.field.type === 'user' || of.field.type === 'users');
  const of = /^\w+\((.*)\)$/.exec(value)?.[1] ?? '';
  const choose = (next: Kind): void => {
    setKind(next);
    if (isChainBy(next)) onChange(next);
    else if (next === 'role') onChange('role(generalManager)');
    else if (next === 'user') onChange('user()');
    else if (next === 'field' && fields[0] !== undefined) onChange(`field(${fields[0].key})`);
  };
  const offered = KINDS.filter(
    (one) => !(plain && one.value === 'chosen') && !(one.value === 'field' && fields.length === 0),
  );
  return (
    <div className="flow-handler">
      <Select<Kind>
        aria-label={label}
        disabled={disabled}
        value={kind}
        options={kind === 'applicant' ? [{ value: 'applicant' as const, label: '申请人本人' }] : [...offered]}
        onChange={choose}
      />
      {kind === 'role' ? (
        <Select
          aria-label={`${label}的角色`}
          showSearch={{ optionFilterProp: 'label' }}
          disabled={disabled}
          value={of}
          options={ROLE_OPTIONS}
          onChange={(role: string) => (isRole(role) ? onChange(`role(${role})`) : undefined)}
        />
      ) : null}
      {kind === 'role' && isRole(of) && canOpen(USERS_CODE) ? (
        <Link to={`/system/users?role=${of}`}>查看该角色人员</Link>
      ) : null}
      {kind === 'field' ? (
        <Select
          aria-label={`${label}的字段`}
          disabled={disabled}
          value={of}
          options={fields.map((one) => ({ value: one.key, label: one.label }))}
          onChange={(key: string) => onChange(`field(${key})`)}
        />
      ) : null}
      {kind === 'user' ? <People {...props} /> : null}
    </div>
  );
};
