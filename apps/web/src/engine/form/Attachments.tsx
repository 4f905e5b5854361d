import type { Attachment } from '@hengneng/contracts';
import type { ReactElement } from 'react';
import { callPath, messageOf } from '../../lib/api.ts';
import { formatRecent } from '../../lib/format.ts';
import { notify } from '../../lib/notify.ts';
import { useSession } from '../../lib/session.ts';
import { useIntents } from '../../lib/useWrite.ts';
import { FileLink } from '../../ui/files/FileItem.tsx';
import { RemoveButton, SendingItems, UploadArea } from '../widgets/UploadArea.tsx';
import { useUploads } from '../widgets/uploads.ts';

const EDIT = '/bpmapi/ServiceResource/EditServiceResource';
const AT_ONCE = 20;

/** Files of the record as a whole, beside those in its fields. One's own of the present step can be taken back. */
export const Attachments = ({
  procedureId,
  businessId,
  node,
  nodeNames,
  list,
  editable,
  onChange,
}: {
  readonly procedureId: number;
  readonly businessId: string;
  readonly node: string;
  /** Key of a step → its name. */
  readonly nodeNames: ReadonlyMap<string, string>;
  readonly list: readonly Attachment[];
  readonly editable: boolean;
  readonly onChange: () => void;
}): ReactElement | null => {
  const userId = useSession((state) => state.userId);
  const intents = useIntents();
  const uploads = useUploads(procedureId, AT_ONCE, async (done) => {
    const input = {
      ServiceResourceList: [{ ...done, BusinessType: procedureId, BusinessId: businessId, BusinessNode: node }],
    };
    await intents.send(EDIT, input, (key) => callPath('POST', EDIT, input, key));
    onChange();
  });
  if (!editable && list.length === 0) return null;
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
      <div className="uploader">
        <ul className="uploader-files">
          {list.map((one) => (
            <li key={one.Id}>
              <span className="uploader-name">
                <FileLink file={one} among={list} />
                <small>
                  {[nodeNames.get(one.BusinessNode ?? 'start'), one.UserName, formatRecent(one.at)]
                    .filter(Boolean)
                    .join(' · ')}
                </small>
              </span>
              {editable && one.UserId === userId && (one.BusinessNode ?? 'start') === node ? (
                <RemoveButton label={`删除附件 ${one.Name}`} onClick={() => void remove(one)} />
              ) : null}
            </li>
          ))}
          <SendingItems uploads={uploads} />
        </ul>
        {editable ? <UploadArea uploads={uploads} images={false} many text="上传附件" /> : null}
      </div>
    </section>
  );
};
