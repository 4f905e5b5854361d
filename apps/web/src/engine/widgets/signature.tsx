import type { FileValue } from '@hengneng/form-kit';
import { Button } from 'antd';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import SignaturePad from 'signature_pad';
import { messageOf, uploadFile } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { AppModal } from '../../ui/AppModal.tsx';
import { useStore } from '../store/record-store.ts';
import { FileThumb } from '../../ui/files/FileItem.tsx';
import { filesOf } from './files.tsx';

import type { WidgetProps } from './types.ts';

const MARGIN_PX = 8;

/** What was drawn, without the empty ground around it: on paper a signature is as high as a line and a half. */
const toBlob = (canvas: HTMLCanvasElement, pad: SignaturePad): Promise<Blob | null> => {
  const points = pad.toData().flatMap((line) => line.points);
  const dots = canvas.width / canvas.offsetWidth;
  const [left = 0, width = 0, top = 0, height = 0] = (['x', 'y'] as const).flatMap((axis) => {
    const along = points.map((point) => point[axis]);
    const least = Math.min(...along) - MARGIN_PX;
    return [least * dots, (Math.max(...along) + MARGIN_PX - least) * dots];
  });
  const cut = Object.assign(document.createElement('canvas'), { width, height });
  cut.getContext('2d')?.drawImage(canvas, -left, -top);
  return new Promise((resolve) => cut.toBlob(resolve, 'image/png'));
};

const Pad = ({ onDone, onClose }: { readonly onDone: (blob: Blob) => Promise<void>; readonly onClose: () => void }) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<SignaturePad | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const made = new SignaturePad(element, { penColor: '#12262b', minWidth: 1, maxWidth: 2.6 });
    pad.current = made;
    // As many dots as the screen has, or the line is blurred and beside the finger: the dialog is as wide as the phone only after this, and
    // a phone is turned for signing.
    const fit = new ResizeObserver(() => {
      const ratio = Math.max(1, devicePixelRatio);
      const drawn = made.toData();
      element.width = element.offsetWidth * ratio;
      element.height = element.offsetHeight * ratio;
      element.getContext('2d')?.scale(ratio, ratio);
      made.fromData(drawn);
    });
    fit.observe(element);
    return () => {
      fit.disconnect();
      made.off();
    };
  }, []);
  return (
    <AppModal
      title="手写签名"
      onCancel={onClose}
      footer={
        <>
          <Button onClick={() => pad.current?.clear()}>重写</Button>
          <Button onClick={onClose}>取消</Button>
          <Button
            type="primary"
            loading={busy}
            onClick={async () => {
              if (!canvas.current || !pad.current || pad.current.isEmpty()) {
                notify.warning('请先签名');
                return;
              }
              setBusy(true);
              const blob = await toBlob(canvas.current, pad.current);
              if (blob) await onDone(blob);
              setBusy(false);
            }}
          >
            确定
          </Button>
        </>
      }
    >
      <canvas ref={canvas} className="signature-pad" aria-label="签名区，请用手指或鼠标书写" />
    </AppModal>
  );
};

/** Shows a drawn signature, and lets it be drawn. `kind` is the module that the file is for. */
export const SignatureBox = ({
  file,
  kind,
  onChange,
}: {
  readonly file: FileValue | undefined;
  readonly kind: number;
  readonly onChange: (file: FileValue | null) => void;
}): ReactElement => {
  const [open, setOpen] = useState(false);
  return (
    <>
      {file ? <FileThumb file={file} /> : null}
      <Button size="small" onClick={() => setOpen(true)}>
        {file ? '重签' : '签名'}
      </Button>
      {file ? (
        <Button size="small" type="text" onClick={() => onChange(null)}>
          清除
        </Button>
      ) : null}
      {open ? (
        <Pad
          onClose={() => setOpen(false)}
          onDone={async (blob) => {
            try {
              onChange(await uploadFile(blob, '签名.png', { fields: { BusinessType: String(kind) } }));
              setOpen(false);
            } catch (error) {
              notify.error(messageOf(error));
            }
          }}
        />
      ) : null}
    </>
  );
};

export const SignatureInput = ({ id, value, onChange, aria }: WidgetProps): ReactElement => {
  const store = useStore();
  return (
    <div
      className="signature"
      role="group"
      id={id}
      tabIndex={-1}
      aria-labelledby={aria['aria-labelledby']}
      aria-label={aria['aria-label']}
    >
      <SignatureBox file={filesOf(value)[0]} kind={store.form.identity.procedureId} onChange={onChange} />
    </div>
  );
};
