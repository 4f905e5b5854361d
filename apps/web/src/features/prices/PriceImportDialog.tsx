import {
  engineeringPriceImport,
  engineeringPriceImportErrors,
  engineeringPriceImportTemplate,
  PRICE_IMPORT_ROWS,
} from '@hengneng/contracts';
import { f, listFields } from '@hengneng/form-kit';
import { Form } from 'antd';
import { type ReactElement, useState } from 'react';
import { WholeImportDialog } from '../../engine/imports/WholeImportDialog.tsx';
import { FieldInput, fileOf, NO_LABELS, type Value } from '../../engine/views/FieldInput.tsx';

const [PROOF] = listFields({ proof: f.file('来源单据或询价附件', { required: true }) });

/** Prices from a sheet, with the document that they come from. */
export const PriceImportDialog = ({ onClose }: { readonly onClose: () => void }): ReactElement => {
  const [proof, setProof] = useState<Value>('');
  return (
    <WholeImportDialog
      title="导入单位工程造价"
      about={`每行先检查，全部正确才写入；一次最多${PRICE_IMPORT_ROWS}行、10 MB。来源单据附在每一条价格上。`}
      call={engineeringPriceImport}
      fields={{ URL: fileOf(proof)?.URL ?? '' }}
      missing={fileOf(proof) === undefined ? '请上传询价或来源单据' : null}
      template={engineeringPriceImportTemplate}
      faults={engineeringPriceImportErrors}
      what="价格"
      said={(created) => `已导入${created}条价格`}
      renews="rows"
      more={
        PROOF === undefined ? null : (
          <Form.Item label={PROOF.label} required htmlFor="price-proof">
            <FieldInput of={PROOF} id="price-proof" value={proof} onChange={setProof} labels={NO_LABELS} project="" />
          </Form.Item>
        )
      }
      onClose={onClose}
    />
  );
};
