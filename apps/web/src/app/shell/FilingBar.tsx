import { demoAccounts } from '@hengneng/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useEffect, useState } from 'react';
import { callApi } from '../../lib/api.ts';
import { noteFiling, wasFiling } from '../../lib/filing.ts';

const ASKED_MS = 10_000;

/** Says that the demo company is still being filled in, so that nobody takes an empty page for the product's; the pages are read anew once it is whole. */
export const FilingBar = (): ReactElement | null => {
  const queries = useQueryClient();
  const [asking] = useState(wasFiling);
  const { data } = useQuery({
    queryKey: ['demo'],
    queryFn: ({ signal }) => callApi(demoAccounts, {}, { signal }),
    enabled: asking,
    staleTime: 0,
    refetchInterval: (query) => (query.state.data?.filing === false ? false : ASKED_MS),
  });
  const whole = data?.filing === false;
  useEffect(() => {
    if (!whole) return;
    noteFiling(false);
    void queries.invalidateQueries();
  }, [whole, queries]);
  return data?.filing === true ? (
    <div className="state-bar state-bar-filing" role="status">
      正在填入示例公司的读数、单据和账单，约需几分钟；其间有些页面还是空的，填齐后自动刷新。
    </div>
  ) : null;
};
