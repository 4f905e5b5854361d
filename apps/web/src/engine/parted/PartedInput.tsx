import type { PartedCalls } from '@hengneng/contracts';
import type { FileValue } from '@hengneng/form-kit';
import { Button } from 'antd';
import { type ReactElement, useEffect, useEffectEvent, useRef } from 'react';
import { PartedLine } from './PartedLine.tsx';
import { usePartedUploads } from './usePartedUploads.ts';

/** Where one large file is chosen: it is sent in parts, and goes on where the same file is chosen again. */
export const PartedInput = ({
  calls,
  id,
  label,
  onChange,
}: {
  readonly calls: PartedCalls;
  readonly id?: string;
  readonly label: string;
  readonly onChange: (file: FileValue) => void;
}): ReactElement => {
  const picker = useRef<HTMLInputElement>(null);
  const uploads = usePartedUploads(calls, onChange);
  const leave = useEffectEvent(() => uploads.pauseAll());
  // What has come is kept by the server, so that a closed dialog loses nothing.
  useEffect(() => () => leave(), []);
  const [one] = uploads.sending;
  return one === undefined ? (
    <>
      <Button {...(id === undefined ? {} : { id })} onClick={() => picker.current?.click()}>
        选择文件
      </Button>
      <input
        ref={picker}
        type="file"
        // The forms' own style shows what is only `hidden`.
        style={{ display: 'none' }}
        aria-label={label}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) uploads.take(file);
          event.target.value = '';
        }}
      />
    </>
  ) : (
    <PartedLine one={one} uploads={uploads} />
  );
};
