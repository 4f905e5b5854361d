/** Pictures in the page. Loaded when somebody first opens one. */
import { DownloadOutlined } from '@ant-design/icons';
import { Button, Image, Spin } from 'antd';
import type { FileValue } from '@hengneng/form-kit';
import { type ReactElement, useEffect, useState } from 'react';
import { fetchFile, isAbort, messageOf } from '../../lib/api.ts';
import { download } from '../../lib/download.ts';
import { useTab } from '../../lib/tab.tsx';

/** Until a picture has come: an `img` needs some source. */
const NOTHING = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

const save = (file: FileValue): void => void download('GET', file.URL, {}, { name: file.Name });

interface Loaded {
  /** Address in the server → address in memory. */
  readonly urls: ReadonlyMap<string, string>;
  readonly error: unknown;
}

/** Files fetched with the session's headers, kept in memory while they are shown. */
const useFetched = (files: readonly FileValue[]): Loaded => {
  const [loaded, setLoaded] = useState<Loaded>({ urls: new Map(), error: null });
  const wanted = files.map((file) => file.URL).join('\n');
  useEffect(() => {
    const controller = new AbortController();
    const made: string[] = [];
    for (const path of wanted.split('\n'))
      fetchFile('GET', path, {}, { signal: controller.signal })
        .then(({ blob }) => {
          if (controller.signal.aborted) return;
          const url = URL.createObjectURL(blob);
          made.push(url);
          setLoaded((now) => ({ ...now, urls: new Map(now.urls).set(path, url) }));
        })
        .catch((error: unknown) => {
          if (!isAbort(error)) setLoaded((now) => ({ ...now, error }));
        });
    return () => {
      controller.abort();
      for (const url of made) URL.revokeObjectURL(url);
    };
  }, [wanted]);
  return loaded;
};

const Pictures = ({
  files,
  start,
  onClose,
}: {
  readonly files: readonly FileValue[];
  readonly start: number;
  readonly onClose: () => void;
}): ReactElement => {
  const [current, setCurrent] = useState(start);
  const { urls, error } = useFetched(files);
  const shown = files[current];
  return (
    <Image.PreviewGroup
      items={files.map((file) => ({ src: urls.get(file.URL) ?? NOTHING, alt: file.Name }))}
      preview={{
        open: true,
        current,
        onChange: setCurrent,
        onOpenChange: (open) => {
          if (!open) onClose();
        },
        countRender: (at, total) => `${shown?.Name ?? ''}　${at} / ${total}`,
        imageRender: (node) =>
          shown && urls.has(shown.URL) ? (
            node
          ) : error ? (
            <p className="viewer-error" role="alert">
              {messageOf(error)}
            </p>
          ) : (
            <Spin size="large" />
          ),
        actionsRender: (node) => (
          <div className="viewer-actions">
            {node}
            <Button
              shape="circle"
              icon={<DownloadOutlined />}
              aria-label={`下载 ${shown?.Name ?? ''}`}
              onClick={() => shown && save(shown)}
            />
          </div>
        ),
      }}
    />
  );
};

/** The pictures of a field, one at a time: turned, enlarged, leafed through, downloaded. */
const Viewer = (props: {
  readonly files: readonly FileValue[];
  readonly start: number;
  readonly onClose: () => void;
}): ReactElement | null => {
  const { isActive } = useTab();
  if (!isActive || props.files.length === 0) return null;
  return (
    // Clicks in here are not clicks on the table row or card that the file stands in.
    <span role="presentation" onClick={(event) => event.stopPropagation()}>
      <Pictures {...props} />
    </span>
  );
};

export default Viewer;
