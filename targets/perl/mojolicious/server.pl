#!/usr/bin/env perl
use Mojo::Base -strict, -signatures;

use FindBin qw($Bin);
use lib "$Bin/lib";

use File::Temp qw(tempdir);
use Mojo::Server::Prefork;

# Reads a positive number; $fallback stands for a variable that is not set.
sub number ($name, $fallback) {
  my $text = $ENV{$name} || $fallback;
  die "mojolicious: $name: expected a positive number, got \"$text\"\n" unless $text =~ /^[1-9]\d{0,4}\z/;
  return $text;
}

my $host = $ENV{HOST} || '127.0.0.1';
$host = "[$host]" if $host =~ /:/;

# Of the process id and the counts; gone with the server.
my $scratch = tempdir(CLEANUP => 1);
$ENV{PITWALL_SCRATCH} = $scratch;

my $server = Mojo::Server::Prefork->new(
  listen   => ["http://$host:" . number('PORT', 8080)],
  pid_file => "$scratch/prefork.pid",

  # Queries block a worker, which has one connection to each database.
  workers => number('DB_POOL_SIZE', 16),

  # The server stands still while others are measured: no worker is to be replaced for that.
  heartbeat_timeout => 3_600,

  # Mojolicious closes a connection after 100 requests unless told otherwise.
  max_requests => 1_000_000_000,
  silent       => 1,
);
$server->load_app("$Bin/app.pl");
$server->run;
