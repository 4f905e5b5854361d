import type { menuEnumIndex, OutputOf } from '@hengneng/contracts';
import { Checkbox } from 'antd';
import type { ReactElement } from 'react';

type Options = OutputOf<typeof menuEnumIndex>;
type Scope = Options['scopes'][number]['scope'];

/** Whose records a role sees, and which sensitive fields of them. */
export const ScopesTab = ({
  options,
  scopes,
  classes,
  editable,
  onScopes,
  onClasses,
}: {
  readonly options: Options;
  readonly scopes: readonly Scope[];
  readonly classes: readonly string[];
  readonly editable: boolean;
  readonly onScopes: (scopes: readonly Scope[]) => void;
  readonly onClasses: (classes: readonly string[]) => void;
}): ReactElement => (
  <div className="stack">
    <section>
      <h3>数据范围</h3>
      <p>多个范围取并集；审批参与人任何时候都能看到其参与过的单据。</p>
      <Checkbox.Group<Scope>
        className="check-column"
        disabled={!editable}
        value={[...scopes]}
        onChange={onScopes}
        options={options.scopes.map(({ scope, name }) => ({ value: scope, label: name }))}
      />
    </section>
    <section>
      <h3>可见的敏感字段</h3>
      <p>没有勾选的字段，列表、表单与导出都不显示。</p>
      <Checkbox.Group<string>
        className="check-column"
        disabled={!editable}
        value={[...classes]}
        onChange={onClasses}
        options={options.classes.map(({ dataClass, name }) => ({ value: dataClass, label: name }))}
      />
    </section>
  </div>
);
