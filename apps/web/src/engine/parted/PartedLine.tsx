import { Button } from 'antd';
import type { ReactElement } from 'react';
import { formatSize } from '../../lib/format.ts';
import type { PartedState } from '../../lib/parted.ts';
import './parted.css';
import type { PartedSending, PartedUploads } from './usePartedUploads.ts';

const WORDS: Readonly<Record<PartedState, string>> = {
  sending: '正在上传',
  paused: '已暂停',
  waiting: '网络中断，恢复后自动接着传',
  joining: '正在合并与检查',
  failed: '',
};

/** A large file on its way: how far it is, and what can be done with it. */
export const PartedLine = ({
  one,
  uploads,
}: {
  readonly one: PartedSending;
  readonly uploads: PartedUploads;
}): ReactElement => {
  const { key, file, state, percent, error } = one;
  return (
    <div className="parted-line">
      <span>
        {file.name} <small>{formatSize(file.size)}</small>
      </span>
      <progress value={percent} max={100} aria-label={`${file.name} 上传进度`} />
      <span className={error === null ? undefined : 'field-error'} role={error === null ? 'status' : 'alert'}>
        {error ?? `${WORDS[state]} ${percent}%`}
      </span>
      {state === 'sending' || state === 'waiting' ? (
        <Button size="small" type="text" onClick={() => uploads.pause(key)} aria-label={`暂停 ${file.name}`}>
          暂停
        </Button>
      ) : state === 'paused' || state === 'failed' ? (
        <Button
          size="small"
          type="text"
          onClick={() => uploads.resume(key)}
          aria-label={`${state === 'failed' ? '重试' : '继续'} ${file.name}`}
        >
          {state === 'failed' ? '重试' : '继续'}
        </Button>
      ) : null}
      <Button size="small" type="text" danger onClick={() => uploads.drop(key)} aria-label={`取消上传 ${file.name}`}>
        取消
      </Button>
    </div>
  );
};
