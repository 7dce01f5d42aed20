<?php

// Writes the shared data as PHP, to build/shared.php: OPcache then keeps it in the memory that all workers share.

declare(strict_types=1);

$shared = __DIR__ . '/../../shared';
$sentence = rtrim(file_get_contents("$shared/sentence.txt"), "\n");
$assets = json_decode(file_get_contents("$shared/assets.json"), true, flags: JSON_THROW_ON_ERROR);
$data = [
    'content' => implode("\n", array_fill(0, 100, $sentence)),
    'assets' => array_column($assets, null, 'id'),
];
file_put_contents(__DIR__ . '/build/shared.php', "<?php\n\nreturn " . var_export($data, true) . ";\n");
