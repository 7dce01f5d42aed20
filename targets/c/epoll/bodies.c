#include "bodies.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SENTENCES = 100, MAX_ASSETS = 100000 };

struct body json_large;
static struct body assets[MAX_ASSETS];

const struct body *asset_of(unsigned long id) {
    return id < MAX_ASSETS && assets[id].bytes ? &assets[id] : NULL;
}

static char *read_file(const char *folder, const char *name) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        fprintf(stderr, "epoll: %s: expected a file; SHARED_DIR says where it lies\n", path);
        exit(1);
    }
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    char *text = calloc(1, size + 1);
    if (text == NULL || fread(text, 1, size, file) != (size_t)size) exit(1);
    fclose(file);
    return text;
}

/* One asset a line, as an object that can be sent as it is. */
static void read_assets(char *text) {
    for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        char *end = strrchr(line, '}');
        if (strncmp(line, "{\"id\":", 6) != 0 || end == NULL) continue;
        unsigned long id = strtoul(line + 6, NULL, 10);
        if (id < MAX_ASSETS) assets[id] = (struct body){line, end + 1 - line};
    }
}

void read_bodies(const char *folder) {
    char *sentence = read_file(folder, "sentence.txt");
    sentence[strcspn(sentence, "\r\n")] = 0;
    char *large = malloc(MAX_BODY);
    size_t length = snprintf(large, MAX_BODY, "{\"content\":\"");
    for (int line = 0; line < SENTENCES; line++)
        length += snprintf(large + length, MAX_BODY - length, "%s%s", line == 0 ? "" : "\\n", sentence);
    length += snprintf(large + length, MAX_BODY - length, "\",\"size\":100,\"price\":10.12,\"vip\":true}");
    if (length >= MAX_BODY) exit(1);
    json_large = (struct body){large, length};
    read_assets(read_file(folder, "assets.json"));
    if (asset_of(1) == NULL) {
        fprintf(stderr, "epoll: %s/assets.json: expected one asset a line, found none\n", folder);
        exit(1);
    }
}
