-- What a corrected day was split into by times of use, before and after: sharp, peak, flat, valley. Null: not split, or written down before this.
alter table meter_day_change add column before_split numeric(24,6)[];
alter table meter_day_change add column after_split numeric(24,6)[];
