import type { OutputOf, roleSaveGrants } from '@hengneng/contracts';
import type { ReactElement } from 'react';

export type PermissionDifference = OutputOf<typeof roleSaveGrants>;

/** What people will be able to do more and less, before it is saved. */
export const Difference = ({ value }: { readonly value: PermissionDifference }): ReactElement => {
  const { added, removed, changes, users, online } = value;
  const several = changes.some((change) => change.users !== 1);
  return (
    <div className="difference">
      {changes.length === 0 ? <p>权限没有变化。</p> : null}
      {added.length > 0 ? <strong className="text-good">增加（{added.length}）</strong> : null}{' '}
      {removed.length > 0 ? <strong className="text-bad">减少（{removed.length}）</strong> : null}
      {changes.length > 0 ? (
        <div className="difference-lines">
          <table className="plain-table cards-on-phone">
            <thead>
              <tr>
                <th scope="col">项</th>
                <th scope="col">原</th>
                <th scope="col">新</th>
                {several ? <th scope="col">影响人数</th> : null}
              </tr>
            </thead>
            <tbody>
              {changes.map(({ item, before, after, users: people }) => (
                <tr key={item}>
                  <td data-label="项">{item}</td>
                  <td data-label="原">{before.join('、') || '无'}</td>
                  <td data-label="新">{after.join('、') || '无'}</td>
                  {several ? (
                    <td data-label="影响人数" className="right">
                      {people}
                    </td>
                  ) : null}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
      <p>
        影响 {users} 人，下一次请求即生效。
        {online.length > 0 ? `正在使用且会失去权限：${online.join('、')}。` : ''}
      </p>
    </div>
  );
};
