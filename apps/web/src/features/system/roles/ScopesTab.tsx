import DownOutlined from '@ant-design/icons/es/icons/DownOutlined';
import RightOutlined from '@ant-design/icons/es/icons/RightOutlined';
import type { menuEnumIndex, OutputOf } from '@hengneng/contracts';
import { Button, Checkbox, Select } from 'antd';
import { type ReactElement, useState } from 'react';
import { type Draft, type Scope, setException } from './draft.ts';

type Options = OutputOf<typeof menuEnumIndex>;

/** Stands for an exception that leaves no scope at all. */
const NONE = 'none';

/** What the scopes say of the departments below, and of other areas. */
const below = (scopes: readonly Scope[]): string => {
  if (scopes.includes('all')) return '全部';
  return scopes.includes('dept') || scopes.includes('area') ? '含下级' : '—';
};
const across = (scopes: readonly Scope[]): string => {
  if (scopes.includes('all')) return '全部可见';
  return scopes.includes('project') ? '被授权项目、参与的单据' : '仅参与的单据';
};

const useWords = (options: Options) => {
  const names = new Map<Scope, string>(options.scopes.map(({ scope, name }) => [scope, name]));
  return (scopes: readonly Scope[]): string =>
    options.scopes
      .filter(({ scope }) => scopes.includes(scope))
      .map(({ scope }) => names.get(scope) ?? scope)
      .join('、') || '仅本人填报和参与的';
};

/** Scopes of a group or module: chosen, or going along with what stands above it. */
const ScopeSelect = ({
  label,
  options,
  value,
  along,
  onChange,
}: {
  readonly label: string;
  readonly options: Options;
  readonly value: readonly Scope[] | undefined;
  /** What it goes along with, in words. */
  readonly along: string;
  readonly onChange: (scopes: readonly Scope[] | null) => void;
}): ReactElement => (
  <Select<(Scope | typeof NONE)[]>
    mode="multiple"
    allowClear
    className="scope-select"
    aria-label={label}
    placeholder={along}
    showSearch={false}
    value={value === undefined ? [] : value.length === 0 ? [NONE] : [...value]}
    options={[
      ...options.scopes.map(({ scope, name }) => ({ value: scope, label: name })),
      { value: NONE, label: '仅本人填报和参与的' },
    ]}
    onChange={(next) => {
      const chosen = next.filter((one): one is Scope => one !== NONE);
      const noneIsNew = next.at(-1) === NONE;
      if (next.length === 0) onChange(null);
      else onChange(noneIsNew ? [] : chosen);
    }}
  />
);

interface Group {
  readonly code: string;
  readonly name: string;
  readonly modules: readonly Options['modules'][number][];
}

const groupsOf = (modules: Options['modules']): readonly Group[] => {
  const found = new Map<string, Group>();
  for (const module of modules) {
    const before = found.get(module.group)?.modules ?? [];
    found.set(module.group, { code: module.group, name: module.groupName, modules: [...before, module] });
  }
  return [...found.values()];
};

/** Whose records a role sees: usually, and where it differs by group of modules or module. */
export const ScopesTab = ({
  options,
  draft,
  editable,
  onChange,
}: {
  readonly options: Options;
  readonly draft: Draft;
  readonly editable: boolean;
  readonly onChange: (draft: Draft) => void;
}): ReactElement => {
  const words = useWords(options);
  const { scopes, exceptions } = draft;
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const toggle = (code: string) => {
    const next = new Set(opened);
    if (!next.delete(code)) next.add(code);
    setOpened(next);
  };
  const editor = (key: string, name: string, usual: readonly Scope[], above: string): ReactElement => {
    const own = exceptions.get(key);
    if (!editable) return <>{own === undefined ? `随${above}：${words(usual)}` : words(own)}</>;
    return (
      <ScopeSelect
        label={`${name}的数据范围`}
        options={options}
        value={own}
        along={`随${above}：${words(usual)}`}
        onChange={(next) => onChange({ ...draft, exceptions: setException(exceptions, key, next) })}
      />
    );
  };
  return (
    <div className="stack">
      <section>
        <h3>默认范围</h3>
        <p>多个范围取并集。本人填报的，以及参与审批或被抄送的单据，任何时候都能看到。</p>
        <Checkbox.Group<Scope>
          disabled={!editable}
          value={[...scopes]}
          onChange={(next) => onChange({ ...draft, scopes: next })}
          options={options.scopes.map(({ scope, name }) => ({ value: scope, label: name }))}
        />
      </section>
      <section>
        <h3>按模块</h3>
        <table className="plain-table cards-on-phone scopes-table">
          <thead>
            <tr>
              <th scope="col">模块组</th>
              <th scope="col">默认范围</th>
              <th scope="col">例外（按模块）</th>
              <th scope="col">含下级部门</th>
              <th scope="col">跨区域协作可见</th>
            </tr>
          </thead>
          {groupsOf(options.modules).map(({ code, name, modules }) => {
            const usual = exceptions.get(`group:${code}`) ?? scopes;
            const special = modules.filter((module) => exceptions.has(`module:${module.moduleId}`));
            const open = opened.has(code);
            return (
              <tbody key={code}>
                <tr>
                  <td className="cell-main">
                    <Button
                      type="text"
                      size="small"
                      aria-expanded={open}
                      icon={open ? <DownOutlined aria-hidden="true" /> : <RightOutlined aria-hidden="true" />}
                      onClick={() => toggle(code)}
                    >
                      {name}
                    </Button>
                  </td>
                  <td data-label="默认范围">{editor(`group:${code}`, name, scopes, '角色')}</td>
                  <td data-label="例外">{special.map((module) => module.title).join('、') || '无'}</td>
                  <td data-label="含下级部门">{below(usual)}</td>
                  <td data-label="跨区域协作">{across(usual)}</td>
                </tr>
                {open
                  ? modules.map(({ moduleId, title }) => {
                      const own = exceptions.get(`module:${moduleId}`) ?? usual;
                      return (
                        <tr key={moduleId} className="scopes-module">
                          <td className="cell-main">{title}</td>
                          <td data-label="数据范围" colSpan={2}>
                            {editor(`module:${moduleId}`, title, usual, '模块组')}
                          </td>
                          <td data-label="含下级部门">{below(own)}</td>
                          <td data-label="跨区域协作">{across(own)}</td>
                        </tr>
                      );
                    })
                  : null}
              </tbody>
            );
          })}
        </table>
      </section>
    </div>
  );
};
