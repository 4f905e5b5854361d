/** What the parts of 调价机制 share. */
import { type PriceMechanismRow, type PriceMechanisms, PRICE_EFFECTS, projectSetUp } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../../lib/api.ts';
import { formatDecimal } from '../../../lib/format.ts';

export const MECHANISM = 'priceMechanism';

export const useMechanisms = (project: string) =>
  useQuery({
    queryKey: ['rows', MECHANISM, project],
    queryFn: async ({ signal }) =>
      (await callApi(projectSetUp, { SetType: MECHANISM, ProjectCode: project }, { signal })) as PriceMechanisms,
  });

/** 「公式联动：天然气 60%；变动 ≥ 3% 时调整，单次不超过 15%，次月 1 日起」. */
export const mechanismWords = (of: PriceMechanismRow): string => {
  const follows =
    of.Method === 'yearly'
      ? `每年递增 ${formatDecimal(of.Rate)}%`
      : `公式联动：${of.Terms.map(({ Name, Weight }) => `${Name} ${formatDecimal(Weight)}%`).join('、')}`;
  const trigger = Number(of.Trigger) === 0 ? '有变动即调整' : `变动 ≥ ${formatDecimal(of.Trigger)}% 时调整`;
  const cap = of.Cap === null ? '' : `，单次不超过 ${formatDecimal(of.Cap)}%`;
  return `${follows}；${trigger}${cap}，${PRICE_EFFECTS[of.Effect]}`;
};
