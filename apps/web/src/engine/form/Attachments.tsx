import type { Attachment } from '@hengneng/contracts';
import { Button } from 'antd';
import { type ReactElement, useRef, useState } from 'react';
import { callPath, messageOf, newIntent, uploadFile } from '../../lib/api.ts';
import { formatRecent } from '../../lib/format.ts';
import { notify } from '../../lib/notify.ts';
import { useSession } from '../../lib/session.ts';
import { FileLink } from '../widgets/files.tsx';

const EDIT = '/bpmapi/ServiceResource/EditServiceResource';

/** Files of the record as a whole, beside those in its fields. One's own of the present step can be taken back. */
export const Attachments = ({
  procedureId,
  businessId,
  node,
  list,
  editable,
  onChange,
}: {
  readonly procedureId: number;
  readonly businessId: string;
  readonly node: string;
  readonly list: readonly Attachment[];
  readonly editable: boolean;
  readonly onChange: () => void;
}): ReactElement | null => {
  const input = useRef<HTMLInputElement>(null);
  const [percent, setPercent] = useState<number | null>(null);
  const stop = useRef<AbortController | null>(null);
  const userId = useSession((state) => state.userId);
  if (!editable && list.length === 0) return null;
  const add = async (file: File) => {
    stop.current = new AbortController();
    setPercent(0);
    try {
      const done = await uploadFile(file, file.name, {
        signal: stop.current.signal,
        onProgress: setPercent,
        fields: { BusinessType: String(procedureId) },
      });
      await callPath(
        'POST',
        EDIT,
        {
          ServiceResourceList: [{ ...done, BusinessType: procedureId, BusinessId: businessId, BusinessNode: node }],
        },
        { idempotencyKey: newIntent() },
      );
      onChange();
    } catch (error) {
      if (!stop.current.signal.aborted) notify.error(messageOf(error));
    } finally {
      setPercent(null);
    }
  };
  const remove = async (one: Attachment) => {
    try {
      await callPath('POST', EDIT, { Id: one.Id });
      onChange();
    } catch (error) {
      notify.error(messageOf(error));
    }
  };
  return (
    <section className="rail-block" aria-label="附件">
      <h2>附件 {list.length > 0 ? list.length : ''}</h2>
      <ul className="uploader-files">
        {list.map((one) => (
          <li key={one.Id}>
            <FileLink file={one} />
            <small>
              {one.UserName} {formatRecent(one.at)}
            </small>
            {editable && one.UserId === userId && (one.BusinessNode ?? 'start') === node ? (
              <button
                type="button"
                className="uploader-remove"
                aria-label={`删除附件 ${one.Name}`}
                onClick={() => void remove(one)}
              >
                ×
              </button>
            ) : null}
          </li>
        ))}
      </ul>
      {percent === null ? null : (
        <p className="uploader-sending">
          <progress value={percent} max={100} aria-label="附件上传进度" />
          <button type="button" className="uploader-remove" onClick={() => stop.current?.abort()}>
            取消
          </button>
        </p>
      )}
      {editable && percent === null ? (
        <Button size="small" onClick={() => input.current?.click()}>
          上传附件
        </Button>
      ) : null}
      <input
        ref={input}
        type="file"
        hidden
        aria-label="上传附件"
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file) void add(file);
        }}
      />
    </section>
  );
};
