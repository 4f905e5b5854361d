import { type CallContract, type entryFiles, linkResource, type OutputOf } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Watermark } from 'antd';
import { type ReactElement, useEffect, useState } from 'react';
import { callApi, isAbort, messageOf } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { AppDrawer } from '../../ui/AppDrawer.tsx';
import { AuthImage } from '../../ui/AuthImage.tsx';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';
import { FileLink } from '../../ui/files/FileItem.tsx';
import { kindOf } from '../../ui/files/kind.ts';
import { Tag } from '../../ui/StatusTag.tsx';
import './preview.css';

type Previewed = OutputOf<typeof entryFiles>;
type Shown = Previewed['groups'][number]['files'][number];

/** A PDF in the page, read by the browser itself. What is sensitive carries the person's name in the file: a copy that is saved from here has it. */
const PdfFrame = ({ file, marked }: { readonly file: Shown; readonly marked: boolean }): ReactElement => {
  const [loaded, setLoaded] = useState<{ readonly url: string } | { readonly error: unknown } | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    callApi(linkResource, { URL: file.URL, Mark: marked }, { signal: controller.signal })
      .then(({ URL }) => setLoaded({ url: URL }))
      .catch((error: unknown) => {
        if (!isAbort(error)) setLoaded({ error });
      });
    return () => controller.abort();
  }, [file.URL, marked]);
  if (loaded === null) return <SkeletonDelay rows={6} />;
  return 'url' in loaded ? (
    // oxlint-disable-next-line react/iframe-missing-sandbox -- browsers show no PDF in a sandbox; the server judged its content
    <iframe className="preview-pdf" src={loaded.url} title={file.Name} />
  ) : (
    <p role="alert">{messageOf(loaded.error)}</p>
  );
};

const FileShown = ({ file, marked }: { readonly file: Shown; readonly marked: boolean }): ReactElement => {
  const kind = kindOf(file.Name);
  return (
    <figure className="preview-file">
      {kind === 'picture' ? (
        <AuthImage className="preview-picture" src={file.URL} alt={file.Name} fallback={<span>{file.Name}</span>} />
      ) : kind === 'pdf' ? (
        <PdfFrame file={file} marked={marked} />
      ) : null}
      <figcaption>{marked && kind !== 'other' ? file.Name : <FileLink file={file} />}</figcaption>
    </figure>
  );
};

const Groups = ({ found }: { readonly found: Previewed }): ReactElement => {
  const user = useSession((state) => state.user);
  const [at] = useState(() => formatDateTime(new Date().toISOString()));
  const shown = found.groups.filter((group) => group.files.length > 0);
  const lacking = found.groups.filter((group) => group.files.length === 0);
  const body = (
    // Pictures have nothing to press: it is what the keyboard scrolls by.
    <div className="preview-groups" role="region" aria-label="文件" tabIndex={0}>
      {shown.length === 0 ? <EmptyHint text="没有上传文件" /> : null}
      {shown.map((group) => (
        <section key={group.label} aria-label={group.label}>
          <h3>
            {group.label} {group.note === '' ? null : <Tag tone="neutral">{group.note}</Tag>}
          </h3>
          {group.files.map((file) => (
            <FileShown key={file.URL} file={file} marked={found.marked} />
          ))}
        </section>
      ))}
      {lacking.length > 0 ? (
        <p className="note">没有影像：{lacking.map(({ label, note }) => `${label}（${note}）`).join('、')}</p>
      ) : null}
    </div>
  );
  return found.marked ? (
    <>
      <p className="note">查看已记入审计；画面和从这里存下的 PDF 带您的姓名与时间，请勿外传。</p>
      <Watermark
        content={[`${user?.UserName ?? ''} ${user?.account ?? ''}`, at]}
        gap={[70, 70]}
        font={{ color: 'rgba(0, 0, 0, 0.24)' }}
      >
        {body}
      </Watermark>
    </>
  ) : (
    body
  );
};

/** The files of a row beside its list. What is sensitive shows the name of whoever looks across it. */
export const PreviewDrawer = ({
  contract,
  id,
  onClose,
}: {
  readonly contract: CallContract<(typeof entryFiles)['input'], (typeof entryFiles)['output']>;
  readonly id: string;
  readonly onClose: () => void;
}): ReactElement => {
  const found = useQuery({
    queryKey: ['preview', contract.path, id],
    queryFn: ({ signal }) => callApi(contract, { BusinessId: id }, { signal }),
    // Each look is one look: nothing of it is kept, and the window's coming back is no second.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  return (
    <AppDrawer width={720} title={found.data?.title ?? '预览'} onClose={onClose}>
      {found.error ? (
        <ErrorRetry error={found.error} onRetry={() => void found.refetch()} />
      ) : found.data === undefined ? (
        <SkeletonDelay rows={8} />
      ) : (
        <Groups found={found.data} />
      )}
    </AppDrawer>
  );
};
