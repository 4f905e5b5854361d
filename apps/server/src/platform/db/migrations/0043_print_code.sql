-- A printed copy is found by the code on the paper: the first half of its hash, and its number.
create index wf_print_log_code on wf_print_log (left(head_hash, 32), copy);
