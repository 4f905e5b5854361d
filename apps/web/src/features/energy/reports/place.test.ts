import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sheetOf } from './place.ts';

const at = (Lng: number | null, Lat: number | null) => ({ Lng, Lat });

describe('places on a sheet', () => {
  it('stand north above south and east right of west, with those without coordinates named', () => {
    const [shanghai, beijing, nowhere] = [at(121.5, 31.2), at(116.4, 39.9), at(null, null)];
    const sheet = sheetOf([shanghai, beijing, nowhere]);
    const spot = (of: object) => sheet?.spots.find((one) => one.of === of);
    expect(spot(beijing)?.y).toBeLessThan(spot(shanghai)?.y ?? 0);
    expect(spot(beijing)?.x).toBeLessThan(spot(shanghai)?.x ?? 0);
    expect(sheet?.missing).toEqual([nowhere]);
  });

  it('are no sheet where no place is known', () => {
    expect(sheetOf([at(null, null)])).toBeNull();
  });

  it('all lie on it, wherever they are', () => {
    const place = fc.record({ Lng: fc.double({ min: 73, max: 135 }), Lat: fc.double({ min: 18, max: 54 }) });
    fc.assert(
      fc.property(
        fc.array(
          place.filter(({ Lng, Lat }) => !Number.isNaN(Lng + Lat)),
          { minLength: 1 },
        ),
        (all) => {
          const sheet = sheetOf(all);
          expect(sheet?.spots).toHaveLength(all.length);
          for (const { x, y } of sheet?.spots ?? []) {
            expect(x).toBeGreaterThan(0);
            expect(x).toBeLessThan(sheet?.width ?? 0);
            expect(y).toBeGreaterThan(0);
            expect(y).toBeLessThan(sheet?.height ?? 0);
          }
          expect(sheet?.meridians.length).toBeLessThanOrEqual(7);
        },
      ),
    );
  });
});
