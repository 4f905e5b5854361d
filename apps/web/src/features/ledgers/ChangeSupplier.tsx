import { changeProvider } from '@hengneng/contracts';
import { MODULES } from '@hengneng/core';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { recordAddress } from '../../lib/routes.ts';
import { useWrite } from '../../lib/useWrite.ts';

/** A change of a supplier is a registration of its own; bank accounts go through its approval. */
export const ChangeSupplier = ({ supplier }: { readonly supplier: string }): ReactElement => {
  const navigate = useNavigate();
  const change = useWrite(changeProvider, {
    onDone: (made) => {
      const address = recordAddress(MODULES.serviceProvider.procedureId, made.BusinessId);
      if (address) void navigate(address);
    },
  });
  return (
    <Button loading={change.isPending} onClick={() => change.mutate({ provider: supplier })}>
      变更
    </Button>
  );
};
