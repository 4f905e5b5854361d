import { type ReactElement, useState } from 'react';
import type { Demo } from './calls.ts';
import { firstOfEachRole } from './demo-order.ts';

/** Fits beside the form without scrolling. */
const AT_FIRST = 9;

/** The demo company's people: one of each role, those whose work comes first in front; the others on request. */
export const DemoAccounts = ({
  demo,
  onChoose,
}: {
  readonly demo: Demo;
  readonly onChoose: (account: string) => void;
}): ReactElement => {
  const [all, setAll] = useState(false);
  const roles = firstOfEachRole(demo.accounts);
  return (
    <section className="demo" aria-labelledby="demo-title">
      <h2 id="demo-title">演示账号</h2>
      <p>
        以下为演示数据，点击即填入{demo.password ? `（密码 ${demo.password}）` : ''}；每个角色的第二人在账号后加 2。
      </p>
      {demo.filing ? (
        <p className="demo-filing" role="status">
          正在填入示例公司的读数、单据和账单，约需几分钟；其间可以登录，有些页面还是空的。
        </p>
      ) : null}
      <ul>
        {(all ? roles : roles.slice(0, AT_FIRST)).map((one) => (
          <li key={one.account}>
            <button type="button" onClick={() => onChoose(one.account)}>
              <span>{one.role}</span>
              <small>{one.account}</small>
            </button>
          </li>
        ))}
      </ul>
      {roles.length > AT_FIRST ? (
        <button type="button" className="demo-more" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? '收起' : `展开其余 ${roles.length - AT_FIRST} 个角色`}
        </button>
      ) : null}
    </section>
  );
};
