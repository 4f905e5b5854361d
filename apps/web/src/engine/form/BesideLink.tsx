import { isModuleId, moduleOf } from '@hengneng/core';
import type { CompiledField } from '@hengneng/form-kit';
import type { ReactElement } from 'react';
import { Link, useSearchParams } from 'react-router';
import { withBeside } from './beside.ts';

interface Pointed {
  readonly value: string;
  readonly procedureId: number;
  readonly title: string;
}

const Beside = ({ value, procedureId, title }: Pointed): ReactElement => {
  const [params] = useSearchParams();
  const shown = params.get('O_BusinessId') === value && params.get('O_ProcedureId') === String(procedureId);
  return (
    <Link
      className="beside-link"
      replace
      to={{ search: withBeside(params, shown ? null : { procedureId, businessId: value }) }}
      aria-label={shown ? `收起${title}` : `在右侧打开${title}`}
    >
      {shown ? '收起' : '并排查看'}
    </Link>
  );
};

/** Opens the record that a field points at beside the form; nothing for a field that points at no record: few do, and only those need the address. */
export const BesideLink = ({
  of,
  value,
}: {
  readonly of: CompiledField;
  readonly value: unknown;
}): ReactElement | null => {
  const entity = of.field.type === 'ref' ? of.field.entity : '';
  if (!isModuleId(entity) || typeof value !== 'string' || value === '') return null;
  const { procedureId, title } = moduleOf(entity);
  return <Beside value={value} procedureId={procedureId} title={title} />;
};
