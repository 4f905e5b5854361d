/** What the pages of energy share: queries of things, and the month that they open with. */
import {
  energyCategoryTree,
  type EnergyCategoryNode,
  equipmentRooms,
  meterIndex,
  meterInfo,
} from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../lib/api.ts';
import { chinaClock } from '../../lib/format.ts';

/** In China, whatever the machine's clock is set to. */
export const thisMonth = (): string => chinaClock(new Date()).toISOString().slice(0, 7);

/** Everything about rooms, devices and meters is asked for under this key, so that a change renews all of it. */
export const THINGS = 'energyThings';

export const useMeters = (
  project: string | undefined,
  filters: { readonly Keyword?: string; readonly MeterType?: never } = {},
) =>
  useQuery({
    queryKey: [THINGS, 'meters', project, filters],
    queryFn: ({ signal }) => callApi(meterIndex, { ProjectCode: project ?? '', ...filters }, { signal }),
    enabled: project !== undefined,
  });

export const useMeter = (id: string | undefined) =>
  useQuery({
    queryKey: [THINGS, 'meter', id],
    queryFn: ({ signal }) => callApi(meterInfo, { Id: id ?? '' }, { signal }),
    enabled: id !== undefined,
    staleTime: 0,
  });

export const useRooms = (project: string | undefined) =>
  useQuery({
    queryKey: [THINGS, 'rooms', project],
    queryFn: ({ signal }) => callApi(equipmentRooms, { ProjectCode: project ?? '' }, { signal }),
    enabled: project !== undefined,
  });

/** The tree of energies. */
export const useEnergies = () =>
  useQuery({
    queryKey: [THINGS, 'energies'],
    queryFn: ({ signal }) => callApi(energyCategoryTree, {}, { signal }),
    staleTime: 60_000,
  });

/** A tree as one list, parents before their children, with how deep each stands. */
export const flatten = <N extends { readonly Children: readonly N[] }>(
  nodes: readonly N[],
  depth = 0,
): { node: N; depth: number }[] => nodes.flatMap((node) => [{ node, depth }, ...flatten(node.Children, depth + 1)]);

export const energyOptions = (nodes: readonly EnergyCategoryNode[]) =>
  flatten(nodes)
    .filter(({ node }) => node.Enabled)
    .map(({ node, depth }) => ({ value: node.Code, label: `${'　'.repeat(depth)}${node.Name}` }));
