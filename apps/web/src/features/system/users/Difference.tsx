import type { OutputOf, userSaveRoles } from '@hengneng/contracts';
import type { ReactElement } from 'react';

export type PermissionDifference = OutputOf<typeof userSaveRoles>;

const Lines = ({
  title,
  lines,
  tone,
}: {
  readonly title: string;
  readonly lines: readonly string[];
  readonly tone: string;
}): ReactElement | null =>
  lines.length === 0 ? null : (
    <section className={`difference difference-${tone}`}>
      <h3>
        {title}（{lines.length}）
      </h3>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );

/** What people will be able to do more and less, before it is saved. */
export const Difference = ({ value }: { readonly value: PermissionDifference }): ReactElement => (
  <>
    {value.added.length + value.removed.length === 0 ? <p>权限没有变化。</p> : null}
    <Lines title="增加" lines={value.added} tone="added" />
    <Lines title="减少" lines={value.removed} tone="removed" />
    <p>
      影响 {value.users} 人，下一次请求即生效。
      {value.online.length > 0 ? `正在使用且会失去权限：${value.online.join('、')}。` : ''}
    </p>
  </>
);
