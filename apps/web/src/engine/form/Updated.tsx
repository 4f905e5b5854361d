import { formCalls } from '@hengneng/contracts';
import { Button } from 'antd';
import { type ReactElement, useEffect, useState } from 'react';
import { callApi } from '../../lib/api.ts';
import { recordTopic, useLive } from '../../lib/live.ts';
import type { Opened } from './opened.ts';

type Standing = Pick<Opened, 'status' | 'version' | 'steps' | 'claimedBy'>;

/** Where a record stands, as far as the page would look different for it. */
const standingOf = ({ status, version, steps }: Standing): string =>
  JSON.stringify([
    status,
    version,
    steps
      .filter((step) => step.state !== 'future')
      .map((step) => [step.key, step.round, step.state, step.handlers.map((one) => [one.UserId, one.state])]),
  ]);

const wordsFor = (moved: boolean, holder: string | null): string => {
  if (moved) return '单据已被他人处理，当前显示的不是最新内容';
  return holder === null
    ? '待办已退回认领池，刷新后可以处理'
    : `${holder}已认领，正在处理；退回或超过10分钟后其他处理人可以接手`;
};

/** Says that somebody moved the record on while it was on the screen. What is being filled in stays until the person asks for the new state. */
export const Updated = ({
  opened,
  businessId,
  onReload,
}: {
  readonly opened: Opened;
  readonly businessId: string;
  readonly onReload: () => void;
}): ReactElement | null => {
  const { id, identity } = opened.store.form;
  // Held: nothing is taken over by itself.
  const { stale, take } = useLive([recordTopic(id, businessId)], () => undefined, true);
  const [there, setThere] = useState<Standing | null>(null);
  const here = standingOf(opened);
  // What was learnt before the person moved the record on themselves is older than what the page shows.
  const [seen, setSeen] = useState(here);
  if (seen !== here) {
    setSeen(here);
    setThere(null);
  }
  useEffect(() => {
    if (!stale) return;
    const controller = new AbortController();
    // One's own act is told as well: only the server knows whether there is more than the page shows.
    callApi(formCalls(identity.api, identity.title).getInfo, { BusinessId: businessId }, { signal: controller.signal })
      .then((info) => {
        setThere({ status: info.Status, version: info.FormVersion, steps: info.steps, claimedBy: info.claimedBy });
        take();
      })
      .catch(() => undefined);
    return () => controller.abort();
  }, [stale, take, identity, businessId]);
  const moved = there !== null && standingOf(there) !== here;
  const holder = there === null ? opened.claimedBy : there.claimedBy;
  // Whoever had it may have given it back since: what may be done with it comes with the reload.
  if (!moved && holder === null && opened.claimedBy === null) return null;
  return (
    <div className="form-banner form-banner-warn" role="status">
      <span>{wordsFor(moved, holder)}</span>
      <Button
        size="small"
        type="primary"
        onClick={() => {
          setThere(null);
          onReload();
        }}
      >
        刷新
      </Button>
    </div>
  );
};
