/* The bodies that do not change, made from the shared data at start. */
#pragma once
#include <stddef.h>

enum { MAX_BODY = 65536 };

struct body {
    char *bytes;
    size_t length;
};

extern struct body json_large;

/* NULL for an id that no asset has. */
const struct body *asset_of(unsigned long id);

/* Reads sentence.txt and assets.json of the folder; ends the program where they are not as they should be. */
void read_bodies(const char *folder);
