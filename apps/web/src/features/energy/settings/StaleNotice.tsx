import { Button } from 'antd';
import type { ReactElement } from 'react';
import { differences, type Operational, type OperationalVersion } from './operational.ts';

/** Somebody saved while this person typed: both are shown, and nothing of either is lost before it was looked at. */
export const StaleNotice = ({
  mine,
  newest,
  onKeep,
  onTake,
}: {
  readonly mine: OperationalVersion;
  readonly newest: Operational;
  readonly onKeep: () => void;
  readonly onTake: () => void;
}): ReactElement => {
  const apart = differences(mine, newest.Current, newest);
  return (
    <section className="surface set-stale" role="alert" aria-label="他人已修改">
      <strong>
        {newest.rows[0]?.Editor ?? '他人'} 刚保存了新的设置，您的内容尚未保存
        {apart.length === 0 ? '，两者相同' : '。不同之处：'}
      </strong>
      <ul>
        {apart.map(({ label, own, company }) => (
          <li key={label}>
            {label}：您填 {own}，现为 {company}
          </li>
        ))}
      </ul>
      <div className="set-choices">
        <Button onClick={onKeep}>已核对，保留我的内容</Button>
        <Button onClick={onTake}>改用最新设置</Button>
      </div>
    </section>
  );
};
